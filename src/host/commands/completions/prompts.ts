import { join } from 'node:path'
import { decidePath, workspaceScope } from '../../platform/paths/decide-path.ts'
import { listJudged, readJudged } from '../../platform/paths/judged-files.ts'
import { decodeText } from '../../tools/text-file.ts'

/** A prompt that is kept in a workspace, to be used again. `path`: absolute and real. */
export interface KeptPrompt {
  readonly name: string
  readonly description?: string
  readonly path: string
}

/** Where prompts are kept, and how their files end. */
const places = [
  ['.roadstead/prompts', '.md'],
  ['.github/prompts', '.prompt.md'],
] as const

const mostPrompts = 100
const largestPrompt = 64 * 1024

/** The prompts of a workspace, by name; what the path rules refuse is left out. The first of a name counts. */
export function findPrompts(of: { workspace: string; home: string; dataFolder: string }): KeptPrompt[] {
  const scope = workspaceScope(of)
  const prompts = new Map<string, KeptPrompt>()
  for (const [place, suffix] of places) {
    const folder = decidePath('read', join(of.workspace, place), scope)
    if (folder.answer !== 'allow' || folder.real === undefined) continue
    const listed = listJudged(folder.real)
    if (listed.kind !== 'done') continue
    const files = listed.value.filter(({ name, kind }) => kind === 'file' && name.endsWith(suffix))
    for (const file of files.slice(0, mostPrompts)) {
      const judged = decidePath('read', join(folder.real, file.name), scope)
      if (judged.answer !== 'allow' || judged.real === undefined) continue
      const read = readJudged(judged.real, { maxBytes: largestPrompt })
      const text = read.kind === 'done' ? decodeText(read.value.bytes) : undefined
      const name = file.name.slice(0, -suffix.length)
      if (text === undefined || name === '' || prompts.has(name)) continue
      const description = descriptionIn(text)
      prompts.set(name, { name, path: judged.real, ...(description === undefined ? {} : { description }) })
    }
  }
  return [...prompts.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** What the head of the file says of it, else its first line. */
function descriptionIn(text: string): string | undefined {
  const head = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)
  const said = /^description:[ \t]*(.+)$/m.exec(head?.[1] ?? '')?.[1]?.trim()
  const body = text.slice(head?.[0].length ?? 0)
  const first = body.split('\n').find((line) => line.trim() !== '')
  const words = said?.replace(/^(["'])(.*)\1$/, '$2') ?? first?.replace(/^#+\s*/, '').trim()
  return words === undefined || words === '' ? undefined : words.slice(0, 200)
}
