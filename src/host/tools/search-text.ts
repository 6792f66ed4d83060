import { lstatSync } from 'node:fs'
import { z } from 'zod'
import { defineTool, PathInput } from './define-tool.ts'
import { compileGlob } from './glob.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { cutText, failed, oneLine, succeeded } from './outcome.ts'
import { lateText, mayShow, runRipgrep } from './ripgrep.ts'

const Input = z.strictObject({
  pattern: z.string().min(1).max(2000).describe('A regular expression (Rust syntax), or plain text with literal.'),
  path: PathInput.optional().describe('The folder or file to search. Default: the workspace.'),
  include: z.string().min(1).max(500).optional().describe('Only files whose path matches this glob, "*.ts" say.'),
  literal: z.boolean().optional().describe('Take the pattern as plain text.'),
  ignore_case: z.boolean().optional(),
  context_lines: z.int().min(0).max(10).optional().describe('Lines to show around each match.'),
})

const maxLines = 300
const maxLineCharacters = 400

/** Searches the text of files. */
export const searchText = defineTool<z.infer<typeof Input>>({
  name: 'search_text',
  displayName: 'Search text',
  description:
    'Searches file contents and returns matching lines as "path:line:text". Ignored and binary files are left out and links are not followed.',
  input: Input,
  readOnly: true,
  access: ({ path = '.' }) => ({ kind: 'read', paths: [path] }),
  describe: ({ pattern }) => `Search for ${oneLine(pattern)}`,
  async run(input, context) {
    const { pattern, path = '.' } = input
    const judged = judgePath(context, 'read', path)
    if (!judged.ok) return judged.outcome
    const isFile = lstatSync(judged.real, { throwIfNoEntry: false })?.isFile() ?? false
    const place = shownPath(context, judged.real)
    const includes = input.include === undefined ? () => true : compileGlob(input.include)
    const shows = mayShow(context, judged.real)
    const found: string[] = []
    let matches = 0
    const onLine = (line: string) => {
      const one = isFile ? { name: '', rest: line } : splitName(line)
      if (one === undefined) return true
      if (!isFile && !(includes(one.name) && shows(one.name))) return true
      if (/^\d+:/.test(one.rest)) matches++
      found.push(shownLine(isFile ? place : place === '.' ? one.name : `${place}/${one.name}`, one.rest))
      return found.length <= maxLines
    }
    const args = ['--line-number', '--no-heading', '--null', isFile ? '--no-filename' : '--with-filename']
    if (input.literal) args.push('--fixed-strings')
    if (input.ignore_case) args.push('--ignore-case')
    if (input.context_lines) args.push(`--context=${input.context_lines}`, '--no-context-separator')
    args.push('--regexp', pattern)
    const over = isFile ? 'file' : 'folder'
    const used = await runRipgrep({ place: judged.real, over, args, signal: context.signal, onLine })
    const could = `Could not search for ${oneLine(pattern)}`
    if (used.kind !== 'done') return unusable(path, used, 'search')
    if (used.value.kind !== 'done') return failed(could, used.value.text, used.value.kind)
    const more = found.length > maxLines
    const late = used.value.late ? [lateText] : []
    const past = `Searched for ${oneLine(pattern)} · ${more ? 'more than ' : ''}${matches} ${matches === 1 ? 'match' : 'matches'}`
    if (found.length + late.length === 0) return succeeded(past, `Nothing in ${place} matches ${pattern}.`)
    const shown = [...found.slice(0, maxLines), ...late]
    if (more) shown.push(`(more than ${maxLines} lines: narrow the pattern, the folder or include)`)
    return succeeded(past, shown.join('\n'))
  },
})

function splitName(line: string): { name: string; rest: string } | undefined {
  const at = line.indexOf('\0')
  return at < 0 ? undefined : { name: line.slice(0, at).replace(/^\.\//, ''), rest: line.slice(at + 1) }
}

function shownLine(name: string, rest: string): string {
  const [, line = '', mark = ':', text = ''] = /^(\d+)([:-])(.*)$/su.exec(rest.replace(/\r$/, '')) ?? []
  const cut = text.length > maxLineCharacters ? `${cutText(text, maxLineCharacters)}…` : text
  return `${name}${mark}${line}${mark}${cut}`
}
