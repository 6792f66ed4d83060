import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { isWithin } from './path-relation.ts'

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** True if the git folder itself names this workspace: a worktree by its back link, a submodule by `core.worktree`. */
function namesWorkspace(gitFolder: string, workspace: string): boolean {
  const backLink = readLine(join(gitFolder, 'gitdir'))
  if (backLink !== undefined) return real(resolve(gitFolder, backLink)) === real(join(workspace, '.git'))
  const worktree = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec(readLine(join(gitFolder, 'config')) ?? '')?.[1]
  return worktree !== undefined && real(resolve(gitFolder, worktree)) === workspace
}

/** The folder that the `.git` file of the workspace leads to; undefined where `.git` is no file or leads nowhere. */
function pointedGitFolder(workspace: string): string | undefined {
  const pointer = join(workspace, '.git')
  if (!(statSync(pointer, { throwIfNoEntry: false })?.isFile() ?? false)) return undefined
  const named = /^gitdir: (.+)$/m.exec(readLine(pointer) ?? '')?.[1]
  return named === undefined ? undefined : real(isAbsolute(named) ? named : join(workspace, named))
}

function commonFolderOf(gitFolder: string): string | undefined {
  const common = readLine(join(gitFolder, 'commondir'))
  return common === undefined ? undefined : real(resolve(gitFolder, common))
}

/**
 * Git folders inside the workspace that its `.git` file leads to, such as the `.bare` of a folder of worktrees: as protected
 * as a `.git` folder, whatever their names.
 */
export function insideGitFolders(workspace: string): string[] {
  const gitFolder = pointedGitFolder(workspace)
  const found = gitFolder === undefined ? [] : [gitFolder, commonFolderOf(gitFolder)]
  return found.filter((each) => each !== undefined).filter((each) => each !== workspace && isWithin(each, workspace))
}

/**
 * Git folders outside the workspace that reading its history needs: a worktree's own and the repository it belongs to, or a
 * submodule's. Empty for an ordinary repository, and for a `.git` file that points at a folder which does not point back:
 * an unpacked archive could otherwise name any repository of the person's.
 */
export function outsideGitFolders(workspace: string): string[] {
  const gitFolder = pointedGitFolder(workspace)
  if (gitFolder === undefined || !existsSync(join(gitFolder, 'HEAD')) || !namesWorkspace(gitFolder, workspace))
    return []
  const commonFolder = commonFolderOf(gitFolder)
  if (commonFolder === undefined || !existsSync(join(commonFolder, 'objects'))) return [gitFolder]
  return [gitFolder, commonFolder]
}
