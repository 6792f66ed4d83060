import type { ApprovalRequest } from './verdict.ts'

/**
 * The key under which a person's yes is kept for a session: exactly this command in exactly this folder, or exactly these
 * operations on these paths. Undefined where a yes is for once only: a commit, and whatever needs no yes.
 */
export function rememberKey(request: ApprovalRequest): string | undefined {
  switch (request.kind) {
    case 'command':
      return JSON.stringify(['command', request.cwd, request.command])
    case 'read':
      return JSON.stringify(['read', ...[...new Set(request.paths)].toSorted()])
    case 'write':
      return JSON.stringify([
        'write',
        ...request.changes.map(({ op, path, to, via }) => [op, path, to ?? '', via ?? '']),
      ])
    case 'commit':
    case 'none':
      return undefined
  }
}
