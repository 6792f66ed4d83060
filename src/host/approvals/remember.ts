import type { ApprovalRequest } from './verdict.ts'

/**
 * The key under which a person's yes is kept for a session: exactly this command in exactly this folder, or exactly these
 * operations on these paths where they lead to the same places (`places`, as judged): a link put in the path later has not
 * been allowed. Undefined where a yes is for once only: a commit, and whatever needs no yes.
 */
export function rememberKey(
  request: ApprovalRequest,
  places: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const real = (path: string) => places?.get(path) ?? ''
  switch (request.kind) {
    case 'command':
      return JSON.stringify(['command', request.cwd, request.command])
    case 'read':
      return JSON.stringify(['read', ...[...new Set(request.paths)].toSorted().map((path) => [path, real(path)])])
    case 'write':
      return JSON.stringify([
        'write',
        ...request.changes.map(({ op, path, to, via }) => [
          op,
          path,
          real(path),
          to ?? '',
          to === undefined ? '' : real(to),
          via ?? '',
        ]),
      ])
    case 'commit':
    case 'none':
      return undefined
  }
}
