/** JUnit XML as pytest, Node and most others write it. Only elements, attributes and text; nothing is resolved. */
import { collectReport } from './report.ts'
import type { TestReport } from './report.ts'

/** The report in a JUnit file; undefined where there is no test in it (a run that broke off). Never throws. */
export function parseJunit(xml: string): TestReport | undefined {
  if (!/<testsuites?\b/.test(xml)) return undefined
  const report = collectReport()
  let name: string | undefined
  let outcome: 'passed' | 'failed' | 'skipped' = 'passed'
  let message: string | undefined
  let textFrom = -1
  const end = () => {
    if (name === undefined) return
    if (outcome === 'failed') report.fail(name, message)
    else if (outcome === 'skipped') report.skip()
    else report.pass()
    name = undefined
  }
  for (const { closing, element, attributes, alone, from, to } of tagsOf(xml)) {
    if (element === 'testcase') {
      if (closing) {
        end()
        continue
      }
      const [title, className] = [attribute(attributes, 'name') ?? '', attribute(attributes, 'classname') ?? '']
      name = className === '' || className === 'test' ? title : `${className}: ${title}`
      outcome = 'passed'
      message = undefined
      if (alone) end()
    } else if (element === 'failure' || element === 'error') {
      if (closing) {
        if (textFrom >= 0) message ??= plain(xml.slice(textFrom, Math.min(from, textFrom + maxTextCharacters)))
        textFrom = -1
        continue
      }
      outcome = 'failed'
      message = attribute(attributes, 'message') ?? message
      textFrom = alone ? -1 : to
    } else if (element === 'skipped' && !closing && outcome === 'passed') {
      outcome = 'skipped'
    }
  }
  const result = report.report()
  return result.passed + result.failed + result.skipped === 0 ? undefined : result
}

const maxTextCharacters = 4000

interface Tag {
  readonly closing: boolean
  readonly element: string
  readonly attributes: string
  readonly alone: boolean
  /** Where it begins and where its text would begin. */
  readonly from: number
  readonly to: number
}

/** The tags in order, comments and CDATA passed over. Time grows with the length only, whatever the text. */
function* tagsOf(xml: string): Generator<Tag> {
  const pattern = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const end = xml.startsWith('<!--', at) ? '-->' : xml.startsWith('<![CDATA[', at) ? ']]>' : undefined
    if (end !== undefined) {
      const after = xml.indexOf(end, at)
      if (after < 0) return
      at = after + end.length
      continue
    }
    pattern.lastIndex = at
    const match = pattern.exec(xml)
    if (match === null) {
      at++
      continue
    }
    const [whole, slash, element = '', attributes = '', alone] = match
    yield { closing: slash === '/', element, attributes, alone: alone === '/', from: at, to: at + whole.length }
    at += whole.length
  }
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found === null ? undefined : decode(found[1] ?? found[2] ?? '')
}

function plain(text: string): string {
  return text.includes('<![CDATA[') ? text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1') : decode(text)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
