import { normalize } from 'node:path'
import { decidePath, workspaceScope } from '../platform/paths/decide-path.ts'
import { ask, deny, type Finding } from './finding.ts'
import type { ApprovalContext, ApprovalRequest } from './verdict.ts'

/** What the path rules find in the accesses of a file tool (P1–P11), and the real place of each path they judged. */
export function judgeFiles(
  request: Extract<ApprovalRequest, { kind: 'read' | 'write' }>,
  context: ApprovalContext,
): { readonly findings: Finding[]; readonly places: ReadonlyMap<string, string> } {
  const scope = workspaceScope(context)
  const findings: Finding[] = []
  const places = new Map<string, string>()
  const changes =
    request.kind === 'write' ? request.changes : request.paths.map((path) => ({ op: 'read' as const, path }))
  for (const change of changes) {
    const { path, ...operation } = change
    const { answer, reasons, real, realTo } = decidePath(operation, path, scope)
    if (real !== undefined) places.set(path, real)
    if ('to' in change && change.to !== undefined && realTo !== undefined) places.set(change.to, realTo)
    if (answer !== 'allow') findings.push(...reasons.map((reason): Finding => ({ answer, reason })))
  }
  return { findings, places }
}

/** Files every program may use for nothing. */
const nowhere = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr'])
const keyFile = /(?:\.pem|\.key)$|^id_(?:rsa|ed25519|ecdsa)/i

/**
 * Rule C13: what a path in a command leads to, judged as written and with `..` taken out of the text. Only secrets, system
 * and protected entries are denied; whatever else the path rules object to is asked about.
 */
export function judgeCommandPath(
  use: 'read' | 'write',
  path: string,
  cwd: string,
  context: ApprovalContext,
): Finding[] {
  if (nowhere.has(path)) return []
  const scope = workspaceScope(context)
  const findings: Finding[] = []
  // A folder may be an operand, which a file tool could not write: so not the operation `write`.
  const op = use === 'read' ? 'read' : 'mkdir'
  for (const text of new Set([path, normalize(path)])) {
    const { answer, reasons } = decidePath({ op, cwd }, text.length > 1 ? text.replace(/\/+$/, '') || '/' : text, scope)
    if (answer === 'allow') continue
    for (const reason of reasons) {
      const denied = answer === 'deny' && (reason.rule === 'P6' || reason.rule === 'P7')
      const words = `${path}: ${reason.text}`
      findings.push(
        denied
          ? deny('C13', words)
          : ask('C13', reason.class === 'contained' ? 'contained' : answer === 'deny' ? 'person' : reason.class, words),
      )
    }
  }
  const name = path.split('/').at(-1) ?? ''
  if (use === 'read' && keyFile.test(name)) findings.push(ask('C13', 'person', `${path}: It may hold a key.`))
  return findings
}
