import { dirname, isAbsolute, join, resolve } from 'node:path'
import { ask, deny, type Finding } from './finding.ts'
import type { ApprovalContext } from './verdict.ts'

/** Rule G1: removing whole trees. `words` begin after `rm`; `cwd` is where it runs. */
export function judgeRemove(words: readonly string[], cwd: string, context: ApprovalContext): Finding[] {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  const options = before.filter((word) => word.startsWith('-'))
  const operands = [...before.filter((word) => !word.startsWith('-')), ...(end < 0 ? [] : words.slice(end + 1))]
  const has = (letter: RegExp, long: string) =>
    options.some((option) =>
      option.startsWith('--') ? option.length >= 5 && long.startsWith(option) : letter.test(option),
    )
  const findings: Finding[] = []
  if (options.some((option) => option.length > 5 && '--no-preserve-root'.startsWith(option))) {
    findings.push(deny('G1', 'It asks to remove the root folder.'))
  }
  if (!has(/[rR]/, '--recursive')) return findings
  if (has(/f/, '--force'))
    findings.push(ask('G1', 'always', 'It removes whole folders without asking, ignored files included.'))
  for (const operand of operands) {
    if (isTooMuch(operand, cwd, context)) findings.push(deny('G1', `It would remove ${operand} and everything in it.`))
  }
  return findings
}

function isTooMuch(operand: string, cwd: string, { workspace, home }: ApprovalContext): boolean {
  const all = /\/(?:\*|\.\*)$/.test(operand)
  const text = (all ? operand.replace(/\/(?:\*|\.\*)$/, '') || '/' : operand).replace(/^~(?=\/|$)/, () => home)
  const place = isAbsolute(text) ? resolve(text) : resolve(cwd, text)
  if (place === workspace && all) return false
  const holds = (inner: string) => inner === place || inner.startsWith(place === '/' ? '/' : `${place}/`)
  return dirname(place) === '/' || holds(home) || holds(workspace) || place === join(workspace, '.git')
}
