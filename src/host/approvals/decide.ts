import type { Reason } from '../../protocol/roadstead.ts'
import { ask, type Finding } from './finding.ts'
import { judgeCommand, judgeText } from './judge-command.ts'
import { judgeFiles } from './judge-paths.ts'
import { rememberKey } from './remember.ts'
import type { ApprovalContext, ApprovalRequest, Verdict } from './verdict.ts'

/**
 * The policy: what a call may do, before a person is asked. First the rules, each of which can only raise the answer; then
 * the session's permission level and what the person allowed before (table L), which lower an `ask` but never a `deny`, and
 * never what always needs a person. Never throws: what cannot be judged is asked about.
 */
export function decide(request: ApprovalRequest, context: ApprovalContext): Verdict {
  const { findings, places } = judgeSafely(request, context)
  const denied = findings.filter((finding) => finding.answer === 'deny')
  if (denied.length > 0) return { kind: 'deny', reasons: reasonsOf(denied) }
  const reasons = reasonsOf(findings)
  const verdict: Verdict =
    reasons.length === 0
      ? { kind: 'allow', decidedBy: 'policy', reasons }
      : applyLevel(request, context, reasons, places)
  return places && verdict.kind !== 'deny' ? { ...verdict, places } : verdict
}

interface Judged {
  readonly findings: readonly Finding[]
  readonly places?: ReadonlyMap<string, string>
}

function judgeSafely(request: ApprovalRequest, context: ApprovalContext): Judged {
  try {
    return judge(request, context)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { findings: [ask('internal', 'always', `The rules could not be applied: ${why}`)] }
  }
}

/** What the rules alone say, without level or memory: no finding is `allow`. */
export function judge(request: ApprovalRequest, context: ApprovalContext): Judged {
  switch (request.kind) {
    case 'none':
      return { findings: [] }
    case 'read':
    case 'write':
      return judgeFiles(request, context)
    case 'command':
      return { findings: judgeCommand(request.command, request.cwd, context) }
    case 'commit': {
      const changes = (request.paths ?? []).map((path) => ({ op: 'rename' as const, path, to: path }))
      const { findings } = judgeFiles({ kind: 'write', changes }, context)
      const outside = findings.filter((found) => found.reason.rule === 'P4')
      return {
        findings: [
          ask('commit', 'person', 'A commit is made under your name.'),
          ...judgeText(request.message),
          ...outside,
        ],
      }
    }
  }
}

/** Table L, for an answer that is `ask`. */
function applyLevel(
  request: ApprovalRequest,
  context: ApprovalContext,
  reasons: readonly Reason[],
  places: Judged['places'],
): Verdict {
  const always = reasons.some((reason) => reason.class === 'always')
  const contained = reasons.every((reason) => reason.class === 'contained')
  const held = request.kind !== 'command' || context.sandboxed
  if (always && context.level === 'autopilot') return { kind: 'deny', reasons }
  const key = rememberKey(request, places)
  if (!always) {
    if (key !== undefined && context.remembered.has(key)) return { kind: 'allow', decidedBy: 'remembered', reasons }
    const lifts =
      context.level === 'auto' || context.level === 'autopilot' || (context.level === 'sandboxed' && contained)
    if (lifts && held) return { kind: 'allow', decidedBy: 'policy', reasons }
  }
  return { kind: 'ask', reasons, rememberable: key !== undefined && !always }
}

function reasonsOf(findings: readonly Finding[]): Reason[] {
  const seen = new Map(findings.map(({ reason }) => [`${reason.rule} ${reason.class} ${reason.text}`, reason]))
  return [...seen.values()]
}
