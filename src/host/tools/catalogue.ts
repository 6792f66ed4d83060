import { applyPatch } from './apply-patch.ts'
import { askPerson } from './ask-person.ts'
import { commit } from './commit.ts'
import { createFile } from './create-file.ts'
import { deleteFile } from './delete-file.ts'
import { replaceStringInFile } from './replace-string-in-file.ts'
import { findFiles } from './find-files.ts'
import { listDirectory } from './list-directory.ts'
import { moveFile } from './move-file.ts'
import { readFile } from './read-file.ts'
import { readTerminal } from './read-terminal.ts'
import { runCommand } from './run-command.ts'
import { searchText } from './search-text.ts'
import { taskComplete } from './task-complete.ts'
import type { Tool } from './tool.ts'
import { updateTodos } from './update-todos.ts'

/** All tools the host runs itself, as a harness offers them. Only what a tool's own schema let through may be given to it. `commandLimitMs`: see runCommand. */
export function builtinTools(options: { readonly commandLimitMs?: number } = {}): readonly Tool<never>[] {
  const tools: readonly Tool<unknown>[] = [
    readFile,
    listDirectory,
    findFiles,
    searchText,
    replaceStringInFile,
    applyPatch,
    createFile,
    deleteFile,
    moveFile,
    runCommand(options.commandLimitMs),
    readTerminal,
    updateTodos,
    askPerson,
    commit,
    taskComplete,
  ]
  // Their inputs differ; a caller passes on what `parseInput` returned for the same tool and nothing else.
  return tools as readonly Tool<never>[]
}
