import type { TurnItem } from './fold-parts.ts'
import type { Row } from './rows.ts'
import { plainText } from './tool-input.ts'
import { subjectOf } from './step-words.ts'

const texts = new WeakMap<Row, string>()

/** The rows in which a text stands, by their index; letters' case does not matter. Nothing for an empty text. */
export function findRows(rows: readonly Row[], text: string): readonly number[] {
  const wanted = foldCase(text.trim())
  if (wanted === '') return []
  const found: number[] = []
  rows.forEach((row, index) => {
    if (textOf(row).includes(wanted)) found.push(index)
  })
  return found
}

function textOf(row: Row): string {
  let text = texts.get(row)
  if (text === undefined) {
    text = foldCase([row.isFirst ? row.turn.message.text : '', ...row.items.map(textOfItem)].join('\n'))
    texts.set(row, text)
  }
  return text
}

function textOfItem(item: TurnItem): string {
  switch (item.kind) {
    case 'prose':
    case 'reasoning':
    case 'notice':
      return item.text
    case 'step':
      return `${subjectOf(item.call)} ${item.call.status === 'completed' ? plainText(item.call.pastTenseMessage) : ''}`
    case 'denied':
      return subjectOf(item.call)
    case 'run':
      return item.calls.map(subjectOf).join('\n')
    case 'steering':
      return item.message.text
    case 'complete':
      return item.summary
    case 'error':
      return item.error.message
    case 'question':
      return item.part.request.message ?? ''
  }
}

/** The row a turn begins in. */
export function rowOfTurn(rows: readonly Row[], turnId: string): number {
  return rows.findIndex((row) => row.isFirst && row.turn.id === turnId)
}

/** Lower case, with every letter where it was: a few have more than one in lower case, and offsets would be beyond the end. */
function foldCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return text.replace(/[\s\S]/gu, (letter) => {
    const own = letter.toLowerCase()
    return own.length === letter.length ? own : letter
  })
}

/** Ranges of a text in an element, for the browser to mark. */
export function rangesIn(element: Element, text: string): Range[] {
  const wanted = foldCase(text.trim())
  if (wanted === '') return []
  const ranges: Range[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const content = foldCase(node.nodeValue ?? '')
    for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}
