import { hash } from 'node:crypto'
import { PromptPartName, type PromptPartText, type PromptShare } from '../../protocol/model-facts.ts'
import type { SentPart } from '../models/turn-calls.ts'
import { parseColumn } from '../store/json-column.ts'
import type { Store } from '../store/store.ts'
import { KeptRenames } from './kept-words.ts'

/** A part whose text is in the database. */
interface KeptPart {
  readonly text: number
  readonly bytes: number
  readonly role: string | null
  readonly name: PromptPartName
}

/** A prompt laid down beside the one before it: what both begin with is in the earlier one only. */
export interface LaidPrompt {
  readonly previous: number | null
  /** How many parts of the previous prompt this one begins with. */
  readonly kept: number
  readonly renamed: KeptRenames
  readonly parts: readonly KeptPart[]
  readonly shares: readonly PromptShare[]
}

/** The texts prompts are made of. All of it runs inside a transaction of its caller. */
export interface PromptParts {
  lay(session: string, chat: string, parts: readonly SentPart[]): LaidPrompt
  keep(call: number, prompt: LaidPrompt): void
  /** The transaction stands: what was laid is what the next prompt of the chat is laid beside. */
  stands(session: string, chat: string, call: number, parts: readonly SentPart[], prompt: LaidPrompt): void
  read(call: number): PromptPartText[]
  forget(session: string): void
}

/** The last prompt of a chat. One that is forgotten is laid down whole the next time: rows, but no text twice. */
interface LastPrompt {
  readonly session: string
  readonly call: number
  readonly parts: readonly KeptPart[]
}

/** More are not at work at a time. */
const mostChats = 50

/** The tables. */
export const promptTables = `
  CREATE TABLE IF NOT EXISTS model_texts (
    id INTEGER PRIMARY KEY, session TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (session, hash)
  );
  CREATE TABLE IF NOT EXISTS model_call_parts (
    call INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, role TEXT, text INTEGER NOT NULL, PRIMARY KEY (call, position)
  ) WITHOUT ROWID;
`

/** The texts in the store's database, redacted before they reach it. */
export function createPromptParts({ database }: Store, redact: (text: string) => string): PromptParts {
  /** By identity, so long as a prompt has it: a text that was seen is neither hashed nor redacted again. */
  const seenIn = new Map<string, WeakMap<SentPart, KeptPart>>()
  /** By recency. */
  const last = new Map<string, LastPrompt>()
  const findText = database.prepare<[string, string], { id: number }>(
    'SELECT id FROM model_texts WHERE session = ? AND hash = ?',
  )
  const addText = database.prepare('INSERT INTO model_texts (session, hash, bytes, text) VALUES (?, ?, ?, ?)')
  const addPart = database.prepare('INSERT INTO model_call_parts VALUES (?, ?, ?, ?, ?)')
  const laidOf = database.prepare<[number], { previous: number | null; kept: number; renamed: string }>(
    'SELECT previous, kept, renamed FROM model_calls WHERE id = ?',
  )
  const partsOf = database.prepare<[number, number], PartRow>(
    `SELECT position, name, role, t.text, t.bytes, t.hash FROM model_call_parts p JOIN model_texts t ON t.id = p.text
     WHERE p.call = ? AND p.position < ?`,
  )

  function seenOf(session: string): WeakMap<SentPart, KeptPart> {
    const seen = seenIn.get(session) ?? new WeakMap<SentPart, KeptPart>()
    seenIn.set(session, seen)
    return seen
  }

  function remember(place: string, prompt: LastPrompt): void {
    last.delete(place)
    last.set(place, prompt)
    for (const [oldest, { session }] of last) {
      if (last.size <= mostChats) break
      last.delete(oldest)
      if (![...last.values()].some((other) => other.session === session)) seenIn.delete(session)
    }
  }

  function keepText(session: string, part: SentPart): KeptPart {
    const text = redact(part.text)
    const digest = hash('sha256', text)
    const bytes = Buffer.byteLength(text)
    const id = findText.get(session, digest)?.id ?? Number(addText.run(session, digest, bytes, text).lastInsertRowid)
    return { text: id, bytes, role: part.role ?? null, name: part.name }
  }

  return {
    lay(session, chat, sent) {
      const seen = seenOf(session)
      const parts = sent.map((part) => seen.get(part) ?? keepText(session, part))
      const before = last.get(placeOf(session, chat))
      let kept = 0
      while (kept < parts.length && sameText(parts[kept], before?.parts[kept])) kept++
      const renamed: KeptRenames = []
      const shares = new Map<PromptPartName, number>()
      for (const [position, { name, bytes }] of parts.entries()) {
        shares.set(name, (shares.get(name) ?? 0) + bytes)
        if (position >= kept || name === before?.parts[position]?.name) continue
        const stretch = renamed.at(-1)
        if (stretch?.[1] === position && stretch[2] === name) stretch[1] = position + 1
        else renamed.push([position, position + 1, name])
      }
      return {
        previous: kept === 0 ? null : (before?.call ?? null),
        kept,
        renamed,
        parts,
        shares: [...shares].map(([name, bytes]) => ({ name, bytes })),
      }
    },
    keep(call, { kept, parts }) {
      for (let position = kept; position < parts.length; position++) {
        const part = parts[position]
        if (part !== undefined) addPart.run(call, position, part.name, part.role, part.text)
      }
    },
    stands(session, chat, call, sent, { parts }) {
      const seen = seenOf(session)
      for (const [position, part] of sent.entries()) {
        const kept = parts[position]
        if (kept !== undefined) seen.set(part, kept)
      }
      remember(placeOf(session, chat), { session, call, parts })
    },
    read(call) {
      const found = new Map<number, PartRow>()
      const names = new Map<number, string>()
      let at: number | null = call
      let below = Number.MAX_SAFE_INTEGER
      while (at !== null) {
        const laid = laidOf.get(at)
        if (laid === undefined) break
        for (const row of partsOf.all(at, below)) found.set(row.position, row)
        below = Math.min(below, laid.kept)
        // The name a later prompt gave a part stands.
        for (const [from, upTo, name] of parseColumn(KeptRenames, laid.renamed) ?? []) {
          for (let position = from; position < Math.min(upTo, below); position++)
            if (!names.has(position)) names.set(position, name)
        }
        at = below === 0 ? null : laid.previous
      }
      return [...found.values()]
        .sort((one, other) => one.position - other.position)
        .map(({ position, name, role, text, bytes, hash: digest }) => ({
          name: PromptPartName.parse(names.get(position) ?? name),
          ...(role === null ? {} : { role }),
          text,
          bytes,
          hash: digest,
        }))
    },
    forget(session) {
      seenIn.delete(session)
      for (const [place, prompt] of last) if (prompt.session === session) last.delete(place)
    },
  }
}

interface PartRow {
  position: number
  name: string
  role: string | null
  text: string
  bytes: number
  hash: string
}

function placeOf(session: string, chat: string): string {
  return JSON.stringify([session, chat])
}

function sameText(one: KeptPart | undefined, other: KeptPart | undefined): boolean {
  return one !== undefined && one.text === other?.text && one.role === other.role
}
