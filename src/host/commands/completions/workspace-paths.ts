import { runRipgrep } from '../../tools/ripgrep.ts'
import { candidate, type Candidate } from './rank.ts'

/** The paths of a workspace, relative to it, folders with a final `/`: ignored files left out, links not followed. */
export type ListPaths = (workspace: string) => Promise<readonly Candidate[]>

/** A larger workspace is listed in part. */
const mostFiles = 50_000
const limitMs = 3000
/** While somebody types the list is not made anew for each letter. */
const freshMs = 5000
const mostWorkspaces = 8

/** Lists workspaces, each at most once in five seconds however often it is asked for. `monotonic`: milliseconds. */
export function createPathLister(monotonic: () => number): ListPaths {
  const lists = new Map<string, { readonly at: number; readonly paths: Promise<readonly Candidate[]> }>()
  return (workspace) => {
    const known = lists.get(workspace)
    if (known !== undefined && monotonic() - known.at < freshMs) return known.paths
    const paths = listPaths(workspace)
    lists.delete(workspace)
    lists.set(workspace, { at: monotonic(), paths })
    for (const oldest of lists.keys()) {
      if (lists.size <= mostWorkspaces) break
      lists.delete(oldest)
    }
    return paths
  }
}

async function listPaths(workspace: string): Promise<readonly Candidate[]> {
  const paths = new Set<string>()
  let files = 0
  await runRipgrep({
    place: workspace,
    over: 'folder',
    args: ['--files'],
    signal: new AbortController().signal,
    limitMs,
    onLine(line) {
      const path = line.replace(/^\.\//, '')
      for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) paths.add(path.slice(0, at + 1))
      paths.add(path)
      files++
      return files < mostFiles
    },
  })
  return [...paths].map(candidate)
}
