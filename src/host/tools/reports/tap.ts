/** TAP 12 to 14, with the subtests of Node's runner and the asserts and comments of tape. */
import { collectReport } from './report.ts'
import type { TestReport } from './report.ts'

interface Point {
  readonly ok: boolean
  readonly name: string
  readonly directive?: 'skip' | 'todo'
  readonly depth: number
  message?: string
}

const maxLineCharacters = 2000
const pointLine = /^(\s*)(not )?ok(?: (\d+))?(?: (?:- )?(.*))?$/
const directiveEnd = /(?:^|\s)(?<!\\)#\s*(skip|todo)\w*\b:?\s*(.*)$/i

/**
 * Reads the report in a command's output; undefined where there is none (no plan and no version line). A point with
 * subtests counts only through them, unless it failed although they passed.
 */
export function parseTap(output: string): TestReport | undefined {
  // No report has longer lines, and patterns are slow on them.
  const lines = output.split('\n').map((line) => (line.length > maxLineCharacters ? '' : line))
  if (!lines.some((line) => /^\s*(?:TAP version 1[234]|1\.\.\d+(?:\s+#.*)?)\s*$/.test(line))) return undefined
  const report = collectReport()
  /** Depths with points that have no parent yet, innermost last, and whether one of those failed. */
  const open: { depth: number; failed: boolean }[] = []
  let group = ''
  let points = 0
  const hasSubtests = output.includes('# Subtest: ')

  const settle = (point: Point, name = point.name) => {
    if (point.directive === 'skip' || (point.directive === 'todo' && !point.ok)) report.skip()
    else if (point.ok) report.pass()
    else report.fail(name, point.message)
  }

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const comment = /^# (.+)$/.exec(line)?.[1]
    if (comment !== undefined && !/^(?:Subtest: |tests |pass |fail |ok\b)/.test(comment)) group = comment.trim()
    const bail = /^\s*Bail out!\s*(.*)$/i.exec(line)
    if (bail !== null) report.fail('Bail out!', bail[1])
    const match = pointLine.exec(line)
    if (match === null) continue
    const [, indent = '', not, number, rest = ''] = match
    // A number or a dash makes it a test point; "ok" alone may be prose.
    if (number === undefined && !/ok - /.test(line)) continue
    points++
    const point = pointOf(indent.length, not === undefined, rest)
    const yaml = readYaml(lines, at + 1)
    at += yaml.length
    if (!point.ok) {
      const said = messageOf(yaml)
      if (said !== undefined) point.message = said
    }
    let children = 0
    let failedBelow = false
    while ((open.at(-1)?.depth ?? -1) > point.depth) {
      failedBelow ||= open.pop()?.failed ?? false
      children++
    }
    if (children === 0) {
      // Tape says in a comment which test an assert belongs to.
      const inGroup = indent === '' && group !== '' && !hasSubtests
      settle(point, inGroup ? `${group}: ${point.name}` : point.name)
    } else if (!point.ok && !failedBelow) {
      settle(point)
    }
    const failed = !point.ok && point.directive === undefined
    const top = open.at(-1)
    if (top?.depth === point.depth) top.failed ||= failed
    else open.push({ depth: point.depth, failed })
  }
  return points === 0 && report.report().failed === 0 ? undefined : report.report()
}

function pointOf(depth: number, ok: boolean, rest: string): Point {
  const found = directiveEnd.exec(rest)
  const name = (found === null ? rest : rest.slice(0, found.index)).replace(/\\([#\\])/g, '$1').trim()
  if (found === null) return { ok, name, depth }
  return { ok, name, depth, directive: (found[1] ?? '').toLowerCase() === 'todo' ? 'todo' : 'skip' }
}

/** A block of more lines is none: looked for to the end of a long output at each point, its end would take minutes. */
const maxBlockLines = 200

/** The lines of the block after a point, both fences included; none where there is no closed block. */
function readYaml(lines: readonly string[], start: number): string[] {
  const fence = /^(\s+)---\s*$/.exec(lines[start] ?? '')
  if (fence === null) return []
  const indent = fence[1] ?? ''
  for (let at = start + 1; at < Math.min(lines.length, start + maxBlockLines); at++) {
    const line = lines[at] ?? ''
    if (line !== '' && !line.startsWith(indent)) return []
    if (line.trimEnd() === `${indent}...`) return lines.slice(start, at + 1)
  }
  return []
}

/** What a block says went wrong: `error` or `message`, else what was expected and what came. */
function messageOf(yaml: readonly string[]): string | undefined {
  const values = new Map<string, string>()
  for (let at = 1; at < yaml.length - 1; at++) {
    const match = /^(\s*)(\w+):\s*(.*)$/.exec(yaml[at] ?? '')
    if (match === null) continue
    const [, indent = '', key = '', value = ''] = match
    if (!/^[|>][-+]?$/.test(value)) {
      if (!values.has(key)) values.set(key, unquote(value))
      continue
    }
    const block: string[] = []
    while (at + 1 < yaml.length - 1 && (yaml[at + 1] ?? '').search(/\S|$/) > indent.length)
      block.push((yaml[++at] ?? '').trim())
    if (!values.has(key)) values.set(key, block.join('\n'))
  }
  const direct = values.get('error') ?? values.get('message')
  if (direct !== undefined && direct !== '') return direct
  const expected = values.get('expected') ?? values.get('wanted')
  const actual = values.get('actual') ?? values.get('found')
  return expected === undefined && actual === undefined
    ? undefined
    : `expected ${expected ?? '?'}, got ${actual ?? '?'}`
}

function unquote(value: string): string {
  const trimmed = value.trim()
  const quote = trimmed[0]
  const quoted = trimmed.length > 1 && (quote === '"' || quote === "'") && trimmed.endsWith(quote)
  return quoted ? trimmed.slice(1, -1).replaceAll("''", "'") : trimmed
}
