import { extname } from 'node:path'
import { z } from 'zod'
import { readJudged } from '../platform/paths/judged-files.ts'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { cutText, failed, oneLine, succeeded } from './outcome.ts'
import { decodeText, linesOf, maxTextBytes } from './text-file.ts'
import type { ToolOutcome } from './tool.ts'

const Input = z.strictObject({
  path: PathInput.describe('The file, relative to the workspace or absolute.'),
  start_line: z.int().min(1).optional().describe('First line to read, from 1.'),
  end_line: z.int().min(1).optional().describe('Last line to read, included.'),
})

const maxLines = 2000
const maxLineCharacters = 2000
const maxCharacters = 100_000
const maxImageBytes = 4 * 1024 * 1024

const images: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** Reads a file: text with line numbers, an image as an image. */
export const readFile = defineTool<z.infer<typeof Input>>({
  name: 'read_file',
  displayName: 'Read file',
  description:
    `Reads a text file. Each line is preceded by its number and a tab, which are not part of the file. ` +
    `At most ${maxLines} lines are returned; ask for a range to read on. PNG, JPEG, GIF and WebP images are returned as images.`,
  input: Input,
  readOnly: true,
  access: ({ path }) => ({ kind: 'read', paths: [path] }),
  describe: ({ path }) => `Read ${oneLine(path)}`,
  async run(input, context) {
    const judged = judgePath(context, 'read', input.path)
    if (!judged.ok) return judged.outcome
    const used = readJudged(judged.real, { maxBytes: maxTextBytes })
    if (used.kind !== 'done') return unusable(input.path, used, 'read')
    const shown = shownPath(context, judged.real)
    const image = images[extname(judged.real).toLowerCase()]
    if (image !== undefined) return readImage(shown, image, used.value.bytes)
    const text = decodeText(used.value.bytes)
    if (text === undefined)
      return failed(
        `Could not read ${oneLine(shown)}`,
        `${shown} is a binary file (${used.value.bytes.length} bytes).`,
        'binary',
      )
    return readLines(shown, text, input.start_line ?? 1, input.end_line)
  },
})

function readImage(shown: string, contentType: string, bytes: Buffer): ToolOutcome {
  if (bytes.length > maxImageBytes)
    return failed(
      `Could not read ${oneLine(shown)}`,
      `${shown} is an image of ${bytes.length} bytes; at most ${maxImageBytes} are read.`,
      'too-large',
    )
  const content = [{ type: 'embeddedResource' as const, data: bytes.toString('base64'), contentType }]
  return succeeded(`Read ${oneLine(shown)}`, `${shown}: an image (${contentType}, ${bytes.length} bytes).`, { content })
}

function readLines(shown: string, text: string, start: number, end: number | undefined): ToolOutcome {
  const lines = linesOf(text)
  const past = `Read ${oneLine(shown)}`
  if (lines.length === 0) return succeeded(past, `${shown} is empty.`)
  if (start > lines.length || (end !== undefined && end < start))
    return failed(
      `Could not read ${oneLine(shown)}`,
      `${shown} has ${lines.length} lines; there are no lines ${start} to ${end ?? 'the end'}.`,
      'no-such-lines',
    )
  const wanted = Math.min(end ?? lines.length, lines.length)
  const numbered: string[] = []
  let characters = 0
  let last = start - 1
  for (; last < Math.min(wanted, start - 1 + maxLines); last++) {
    const line = lines[last] ?? ''
    const cut = line.length > maxLineCharacters
    const one = `${last + 1}\t${cut ? `${cutText(line, maxLineCharacters)}… (${line.length - maxLineCharacters} more characters in this line)` : line}`
    characters += one.length + 1
    if (characters > maxCharacters && numbered.length > 0) break
    numbered.push(one)
  }
  const rest = lines.length - last
  const note = last < wanted ? `\n(${rest} more lines; read on with start_line ${last + 1})` : ''
  const ranged = start > 1 || last < lines.length
  return succeeded(ranged ? `${past}, lines ${start}–${last}` : past, numbered.join('\n') + note)
}
