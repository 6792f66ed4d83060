/** The patch format models are trained on: `*** Begin Patch`, one section a file, `*** End Patch`. */

/** A line of a chunk: kept, taken out, or put in. */
export interface PatchLine {
  readonly kind: 'keep' | 'remove' | 'add'
  readonly text: string
}

/** Lines that belong together. `anchors`: lines to find before it, in order; `atEnd`: it ends with the file. */
export interface PatchChunk {
  readonly anchors: readonly string[]
  readonly lines: readonly PatchLine[]
  readonly atEnd: boolean
}

/** What a patch does to one file. */
export type PatchSection =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo?: string; readonly chunks: readonly PatchChunk[] }

/** A patch that could be read, or the line that could not and why. */
export type ParsedPatch =
  { readonly ok: true; readonly sections: readonly PatchSection[] } | { readonly ok: false; readonly problem: string }

const sectionStart = /^\*\*\* (Add|Update|Delete) File: (.*)$/
const moveLine = /^\*\*\* Move to: (.*)$/
const endOfFile = '*** End of File'

class PatchProblem extends Error {}

/** Reads a patch. A file may appear once. Never throws. */
export function parsePatch(patch: string): ParsedPatch {
  const lines = patch.replaceAll('\r\n', '\n').trimEnd().split('\n')
  while (lines[0]?.trim() === '') lines.shift()
  if (lines[0]?.trimEnd() !== '*** Begin Patch') return { ok: false, problem: 'Line 1: expected "*** Begin Patch".' }
  if (lines.at(-1)?.trimEnd() !== '*** End Patch')
    return { ok: false, problem: 'The last line must be "*** End Patch".' }
  try {
    const sections: PatchSection[] = []
    let at = 1
    while (at < lines.length - 1) {
      const line = (lines[at] ?? '').trimEnd()
      if (line === '') {
        at++
        continue
      }
      const read = readSection(lines, at)
      sections.push(read.section)
      at = read.next
    }
    if (sections.length === 0) return { ok: false, problem: 'The patch changes no file.' }
    return { ok: true, sections }
  } catch (error) {
    if (error instanceof PatchProblem) return { ok: false, problem: error.message }
    throw error
  }
}

function readSection(lines: readonly string[], start: number): { section: PatchSection; next: number } {
  const [, verb, name = ''] = sectionStart.exec((lines[start] ?? '').trimEnd()) ?? []
  const path = name.trim()
  if (verb === undefined || path === '')
    throw new PatchProblem(
      `Line ${start + 1}: expected "*** Add File: PATH", "*** Update File: PATH" or "*** Delete File: PATH", not "${lines[start]}".`,
    )
  let next = start + 1
  while (next < lines.length - 1 && !sectionStart.test(lines[next] ?? '')) next++
  const body = lines.slice(start + 1, next)
  const at = start + 2
  if (verb === 'Delete') {
    const extra = body.findIndex((line) => line.trim() !== '')
    if (extra >= 0) throw new PatchProblem(`Line ${at + extra}: a deleted file has no lines.`)
    return { section: { kind: 'delete', path }, next }
  }
  if (verb === 'Add') return { section: { kind: 'add', path, lines: addedLines(body, at) }, next }
  const moveTo = moveLine.exec((body[0] ?? '').trimEnd())?.[1]?.trim()
  const chunks = readChunks(moveTo === undefined ? body : body.slice(1), moveTo === undefined ? at : at + 1)
  if (chunks.length === 0 && moveTo === undefined)
    throw new PatchProblem(`Line ${start + 1}: the update of ${path} has no lines.`)
  return { section: { kind: 'update', path, chunks, ...(moveTo !== undefined && { moveTo }) }, next }
}

function addedLines(body: readonly string[], at: number): string[] {
  const lines = [...body]
  while (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => {
    if (!line.startsWith('+')) throw new PatchProblem(`Line ${at + index}: each line of a new file begins with "+".`)
    return line.slice(1)
  })
}

function readChunks(body: readonly string[], at: number): PatchChunk[] {
  const chunks: { anchors: string[]; lines: PatchLine[]; atEnd: boolean }[] = []
  const lines = [...body]
  while (lines.at(-1) === '') lines.pop()
  let open = true
  for (const [index, line] of lines.entries()) {
    if (/^@@( |$)/.test(line)) {
      const last = chunks.at(-1)
      const anchor = line
        .slice(2)
        .replace(/^ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/, '')
        .trim()
      const anchors = anchor === '' ? [] : [anchor]
      if (last !== undefined && last.lines.length === 0 && open) last.anchors.push(...anchors)
      else chunks.push({ anchors, lines: [], atEnd: false })
      open = true
      continue
    }
    let chunk = chunks.at(-1)
    if (line.trimEnd() === endOfFile) {
      if (chunk === undefined || chunk.lines.length === 0)
        throw new PatchProblem(`Line ${at + index}: "${endOfFile}" before any line.`)
      chunk.atEnd = true
      open = false
      continue
    }
    if (chunk === undefined || !open) {
      chunk = { anchors: [], lines: [], atEnd: false }
      chunks.push(chunk)
      open = true
    }
    const kind = { ' ': 'keep', '-': 'remove', '+': 'add' }[line[0] ?? ' ']
    if (kind !== 'keep' && kind !== 'remove' && kind !== 'add')
      throw new PatchProblem(
        `Line ${at + index}: expected a line that begins with " ", "-", "+" or "@@", not "${line}".`,
      )
    chunk.lines.push({ kind, text: line.slice(1) })
  }
  const empty = chunks.find((chunk) => chunk.lines.length === 0)
  if (empty !== undefined) throw new PatchProblem(`A "@@" of the update at line ${at - 1} is followed by no lines.`)
  return chunks
}
