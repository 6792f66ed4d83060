import { statSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { decidePath, workspaceScope } from '../platform/paths/decide-path.ts'
import type { PathOp, PathOperation } from '../platform/paths/decide-path.ts'
import type { Used } from '../platform/paths/judged-files.ts'
import { failed, oneLine } from './outcome.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

/** A place that may be used, or the outcome that says why not. */
export type Judged =
  | { readonly ok: true; readonly real: string; readonly realTo: string }
  | { readonly ok: false; readonly outcome: ToolOutcome }

/**
 * Judges a path again, at use, whatever was approved before: a denial holds at every level, and a path that leads
 * elsewhere than where it was judged is refused. What the policy asks about has been answered when a tool runs.
 */
export function judgePath(context: ToolContext, operation: PathOp | PathOperation, path: string): Judged {
  const decision = decidePath(operation, path, workspaceScope(context))
  const refuse = (text: string, code: string): Judged => ({
    ok: false,
    outcome: failed(`Did not touch ${oneLine(path)}`, `${oneLine(path, 200)}: ${text}`, code),
  })
  // Made anew by a tool it would be an empty folder in the place of the person's own.
  if (statSync(context.workspace, { throwIfNoEntry: false })?.isDirectory() !== true)
    return refuse('The folder this session works in is not there any more.', 'missing')
  if (decision.answer === 'deny') return refuse(decision.reasons.map((reason) => reason.text).join(' '), 'denied')
  const { real = '', realTo = '' } = decision
  if (real === '') return refuse('The place could not be found out.', 'denied')
  const to = typeof operation === 'string' ? undefined : operation.to
  const moved = (text: string, now: string) => (context.judged?.get(text) ?? now) !== now
  if (moved(path, real) || (to !== undefined && moved(to, realTo)))
    return refuse('It leads elsewhere than when it was checked.', 'changed')
  return { ok: true, real, realTo }
}

/** The outcome of a use that was refused or failed. */
export function unusable(path: string, used: Exclude<Used<unknown>, { kind: 'done' }>, did: string): ToolOutcome {
  return failed(`Could not ${did} ${oneLine(path)}`, `Could not ${did} ${oneLine(path, 200)}: ${used.text}`, used.kind)
}

/** A place as people and models see it: relative inside the workspace, absolute elsewhere. */
export function shownPath(context: Pick<ToolContext, 'workspace'>, real: string): string {
  const below = relative(context.workspace, real)
  if (below === '') return '.'
  return below === '..' || below.startsWith(`..${sep}`) ? real : below.split(sep).join('/')
}
