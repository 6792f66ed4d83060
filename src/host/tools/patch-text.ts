import type { PatchChunk } from './patch-format.ts'

/** The text after a patch, or the chunk that does not fit. */
export type PatchedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string }

/** So many lines are compared for one chunk; only texts made to be slow need more. */
const maxComparisons = 20_000_000

interface Line {
  readonly text: string
  readonly end: string
}

/**
 * Applies chunks in order, each after the one before. Lines must be equal; only blanks at their ends may differ, and
 * then the file's own line stays. Line ends and a missing last line end are kept as the file has them.
 */
export function patchText(text: string, chunks: readonly PatchChunk[]): PatchedText {
  const lines = splitLines(text)
  const usual = lines[0]?.end || '\n'
  const result: Line[] = []
  let cursor = 0
  for (const [index, chunk] of chunks.entries()) {
    const place = findChunk(lines, chunk, cursor)
    if (!place.ok) return { ok: false, problem: `Chunk ${index + 1} of ${chunks.length}: ${place.problem}` }
    result.push(...lines.slice(cursor, place.at))
    cursor = place.at
    for (const { kind, text: line } of chunk.lines) {
      if (kind === 'add') result.push({ text: line, end: lines[cursor]?.end || usual })
      if (kind === 'keep') result.push(lines[cursor] ?? { text: line, end: usual })
      if (kind !== 'add') cursor++
    }
  }
  result.push(...lines.slice(cursor))
  const ended = lines.length === 0 || lines.at(-1)?.end !== ''
  const joined = result.map((line, index) => {
    if (index < result.length - 1) return line.text + (line.end || usual)
    return line.text + (ended ? line.end || usual : '')
  })
  return { ok: true, text: joined.join('') }
}

function splitLines(text: string): Line[] {
  const lines: Line[] = []
  for (const [, line = '', end = ''] of text.matchAll(/([^\n]*?)(\r?\n|$)/g)) {
    if (line !== '' || end !== '') lines.push({ text: line, end })
  }
  return lines
}

function findChunk(
  lines: readonly Line[],
  chunk: PatchChunk,
  cursor: number,
): { ok: true; at: number } | { ok: false; problem: string } {
  let from = cursor
  for (const anchor of chunk.anchors) {
    const at = lines.findIndex((line, index) => index >= from && line.text.trim() === anchor)
    if (at < 0) return { ok: false, problem: `the line "${anchor}" was not found after line ${cursor}.` }
    from = at + 1
  }
  const wanted = chunk.lines.filter((line) => line.kind !== 'add').map((line) => line.text)
  if (wanted.length === 0) return { ok: true, at: chunk.anchors.length > 0 && !chunk.atEnd ? from : lines.length }
  const last = lines.length - wanted.length
  const first = chunk.atEnd ? Math.max(from, last) : from
  let left = maxComparisons
  for (const same of [equal, equalButEnd]) {
    for (let at = first; at <= last; at++) {
      const fits = wanted.every((line, index) => left-- > 0 && same(lines[at + index]?.text ?? '', line))
      if (fits) return { ok: true, at }
      if (left <= 0) return { ok: false, problem: 'its lines repeat too often in the file to look for them all.' }
    }
  }
  return {
    ok: false,
    problem: `these lines were not found${cursor > 0 ? ` after line ${cursor}` : ''}:\n${wanted.slice(0, 6).join('\n')}`,
  }
}

const equal = (one: string, other: string) => one === other
const equalButEnd = (one: string, other: string) => one.trimEnd() === other.trimEnd()
