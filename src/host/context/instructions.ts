import { dirname, join, relative, sep } from 'node:path'
import { showHidden } from '../platform/paths/characters.ts'
import { decidePath, workspaceScope } from '../platform/paths/decide-path.ts'
import { listJudged, readJudged } from '../platform/paths/judged-files.ts'
import { fence } from './fence.ts'
import type { Place } from './workspace-text.ts'

/** A file in which a repository tells agents how to work in it. `path` is relative to the workspace, with slashes. */
export interface InstructionFile {
  readonly path: string
  readonly text: string
}

const rootNames = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md']
const nestedNames = ['AGENTS.md', 'CLAUDE.md']
const maxFileBytes = 1024 * 1024
const maxCharacters = 24_000
const maxListed = 40
/** All that is given at once on the way; the rest follows when the model works there again. */
const maxNestedCharacters = 60_000

/** Below these no instructions are looked for: they hold what others made. */
const skippedFolders = new Set(['node_modules', 'vendor', 'dist', 'build', 'out', 'target', 'venv', '__pycache__'])
const maxFolders = 200
const maxDepth = 4

/** The instructions at the workspace's top, in their order, each text once. */
export function readRootInstructions(place: Place): InstructionFile[] {
  return readOnce(place, rootNames)
}

/** Paths of instructions further down. Looks at so many folders and no more. */
export function listNestedInstructions(place: Place): string[] {
  const found: string[] = []
  let folders: string[] = [place.workspace]
  let looked = 0
  for (let depth = 0; depth <= maxDepth && folders.length > 0; depth++) {
    const below: string[] = []
    for (const folder of folders) {
      if (looked++ >= maxFolders) return found.toSorted()
      const listed = listJudged(folder)
      if (listed.kind !== 'done') continue
      for (const { name, kind } of listed.value) {
        if (kind === 'dir' && !name.startsWith('.') && !skippedFolders.has(name)) below.push(join(folder, name))
        if (depth > 0 && kind === 'file' && nestedNames.includes(name)) found.push(shownPath(place, join(folder, name)))
      }
    }
    folders = below.toSorted()
  }
  return found.toSorted()
}

/**
 * Instructions in the folders above these places, outermost first, without those that stand in one of the texts `given` (of
 * `nestedText`) already, under their own path or that of a copy. Places are absolute.
 */
export function readNestedInstructions(
  place: Place,
  touched: readonly string[],
  given: readonly string[],
): InstructionFile[] {
  const known = new Set(given.flatMap(pathsInNestedText))
  const folders = new Set<string>()
  for (const path of touched) {
    for (let folder = dirname(path); isBelow(place.workspace, folder); folder = dirname(folder)) {
      // The folder itself may be what was touched: listing it is working in it.
      folders.add(folder)
    }
    if (isBelow(place.workspace, path)) folders.add(path)
  }
  const names = [...folders]
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .flatMap((folder) => nestedNames.map((name) => shownPath(place, join(folder, name))))
    .filter((name) => !known.has(showHidden(name)))
  let characters = 0
  return readOnce(place, names).filter((file) => {
    const body = bodyOf(file)
    if (given.some((text) => text.startsWith(nestedHead) && text.includes(`:\n${body}`))) return false
    characters += body.length
    return characters <= maxNestedCharacters
  })
}

/** All of it for a model's first part; empty when there is nothing. */
export function instructionsText(files: readonly InstructionFile[], nested: readonly string[]): string {
  if (files.length === 0 && nested.length === 0) return ''
  const said = [
    '# Instructions of the repository',
    'They are part of its files, and say how its people wish it to be worked on.',
  ]
  for (const file of files) said.push(fileText(file))
  if (nested.length > 0) {
    const more = nested.length > maxListed ? ` and ${nested.length - maxListed} more` : ''
    const listed = nested.slice(0, maxListed).map(showHidden).join(', ')
    said.push(`Further ones are given to you when you work below their folder: ${listed}${more}`)
  }
  return said.join('\n')
}

const nestedHead = 'Instructions of the repository for what lies below their folder, which you now work in:'

/** Instructions met on the way. */
export function nestedText(files: readonly InstructionFile[]): string {
  return [nestedHead, ...files.map(fileText)].join('\n')
}

/** The paths whose instructions a text of `nestedText` gave; what the instructions themselves say counts for nothing. */
export function pathsInNestedText(text: string): string[] {
  if (!text.startsWith(nestedHead)) return []
  // Nothing inside a fence is as long as the fence.
  const files = text.matchAll(/^From (.+):\n(`{3,})\n[^]*?\n\2$/gm)
  return [...files].flatMap(([, path]) => (path === undefined ? [] : [path]))
}

function fileText(file: InstructionFile): string {
  return `From ${showHidden(file.path)}:\n${bodyOf(file)}`
}

function bodyOf({ text }: InstructionFile): string {
  const cut = text.length > maxCharacters
  const shown = cut ? text.slice(0, maxCharacters) : text
  const note = cut ? `\n(cut here; the whole file has ${text.length} characters)` : ''
  return `${fence(shown)}${note}`
}

function readOnce(place: Place, names: readonly string[]): InstructionFile[] {
  const files: InstructionFile[] = []
  for (const name of names) {
    const text = readInstructions(place, name)
    // One is often a copy of another, a link to it, or refers to it and says nothing else.
    if (text === undefined || text === '' || /^@\S+$/.test(text)) continue
    if (!files.some((file) => file.text === text)) files.push({ path: name, text })
  }
  return files
}

/** Read as the agent's own tools would read it unasked: not through a link that leads out, and no secret. */
function readInstructions(place: Place, name: string): string | undefined {
  const decision = decidePath('read', name, workspaceScope(place))
  if (decision.answer !== 'allow' || decision.real === undefined) return undefined
  const used = readJudged(decision.real, { maxBytes: maxFileBytes })
  if (used.kind !== 'done' || used.value.bytes.includes(0)) return undefined
  return new TextDecoder().decode(used.value.bytes).trim()
}

function isBelow(folder: string, path: string): boolean {
  return path !== folder && path.startsWith(folder + sep)
}

function shownPath(place: Place, path: string): string {
  return relative(place.workspace, path).split(sep).join('/')
}
