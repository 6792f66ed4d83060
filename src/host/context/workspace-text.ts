import { showHidden } from '../platform/paths/characters.ts'
import { workspaceScope, decidePath } from '../platform/paths/decide-path.ts'
import { listJudged } from '../platform/paths/judged-files.ts'

/** Where an agent works, and what may be read for it. All absolute and real. */
export interface Place {
  readonly workspace: string
  readonly home: string
  readonly dataFolder: string
}

const maxEntries = 60
const maxNameCharacters = 80

/**
 * The workspace in words for a model: what is at its top, as it was when the conversation began, so that the words can stay
 * the same while the files change. `git` is absent where it is no repository.
 */
export function workspaceText(place: Place, git: { readonly branch?: string } | undefined): string {
  const branch = git?.branch === undefined ? 'on no branch' : `on branch ${showName(git.branch)}`
  const repository = git === undefined ? 'Not a git repository.' : `A git repository, ${branch}.`
  return `# Workspace\n${showHidden(place.workspace)}\n${repository} As this conversation began it held:\n${listTop(place)}`
}

function listTop(place: Place): string {
  const decision = decidePath('read', place.workspace, workspaceScope(place))
  const listed = decision.answer === 'allow' && decision.real !== undefined ? listJudged(decision.real) : undefined
  if (listed?.kind !== 'done') return '(it could not be listed)'
  const marks: Readonly<Record<string, string>> = { dir: '/', symlink: '@' }
  const names = listed.value
    .filter(({ name }) => name !== '.git')
    .map(({ name, kind }) => showName(name) + (marks[kind] ?? ''))
    .toSorted()
  if (names.length === 0) return '(nothing)'
  const more = names.length > maxEntries ? ` (and ${names.length - maxEntries} more)` : ''
  return names.slice(0, maxEntries).join(', ') + more
}

/** File names come from anywhere: on one line, with nothing unseen in them, and not too long. */
function showName(name: string): string {
  const shown = showHidden(name)
  return shown.length > maxNameCharacters ? `${shown.slice(0, maxNameCharacters)}…` : shown
}
