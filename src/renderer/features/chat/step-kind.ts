/** What a step does, for its words and for folding runs of like steps. */
export type StepKind =
  | 'read'
  | 'list'
  | 'search'
  | 'find'
  | 'edit'
  | 'create'
  | 'delete'
  | 'move'
  | 'patch'
  | 'run'
  | 'commit'
  | 'todos'
  | 'ask'
  | 'done'
  | 'terminal'
  | 'other'

const kinds: Readonly<Record<string, StepKind>> = {
  read_file: 'read',
  list_directory: 'list',
  search_text: 'search',
  find_files: 'find',
  replace_string_in_file: 'edit',
  create_file: 'create',
  delete_file: 'delete',
  move_file: 'move',
  apply_patch: 'patch',
  run_command: 'run',
  commit: 'commit',
  update_todos: 'todos',
  ask_person: 'ask',
  task_complete: 'done',
  read_terminal: 'terminal',
}

export function stepKindOf(toolName: string): StepKind {
  return kinds[toolName] ?? 'other'
}

/** Kinds whose runs are folded into one line; what has an outcome of its own never is. */
export const foldedAs = {
  read: 'step.run.read',
  list: 'step.run.list',
  search: 'step.run.search',
  find: 'step.run.search',
  edit: 'step.run.edit',
  todos: 'step.run.todos',
} as const satisfies Partial<Record<StepKind, string>>
