import type { Audit } from '../audit/audit.ts'
import type { SessionFiles } from '../audit/session-files.ts'
import { goalOf, sessionMarkdown, writtenFrom, type SessionRecord } from '../audit/session-markdown.ts'
import type { Applied, Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import { detailOf } from '../platform/error-detail.ts'
import type { Logger } from '../platform/logger.ts'
import type { After } from '../platform/timers.ts'
import { configSchemaFor, configValuesOf } from '../sessions/config.ts'
import { createdAtOf, sessionFactsOf } from '../sessions/facts.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import { titleFrom } from './title-sessions.ts'

/** What the files are written from and with. */
export interface SessionFileNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly audit: Audit
  readonly files: SessionFiles
  readonly logger: Logger
  /** Milliseconds that only grow. */
  readonly monotonic: () => number
  readonly after: After
}

/** A file is written at most so often; a slow one waits longer, so that writing takes a small part of the time. */
const waitMs = 1000
const waitPerWritingMs = 20

/** What changes nothing in the file, or only what the next action changes anyway. */
const passing: ReadonlySet<string> = new Set([
  'chat/delta',
  'chat/reasoning',
  'chat/toolCallDelta',
  'chat/toolCallContentChanged',
  'chat/draftChanged',
  'chat/activityChanged',
  'session/activityChanged',
  'session/isReadChanged',
  'session/activeClientSet',
  'session/activeClientRemoved',
])

/**
 * Keeps the readable file of each session (DESIGN, Storage): written as the session goes, brought up to date after a start,
 * removed with the session. What cannot be written is logged once and hurts nobody. Disposing writes what is waiting.
 */
export function keepSessionFiles(needs: SessionFileNeeds): Dispose {
  const { channels, files, logger } = needs
  const waiting = new Map<string, Dispose>()
  const lastTookMs = new Map<string, number>()
  let failing = false

  function write(session: string): void {
    waiting.get(session)?.()
    waiting.delete(session)
    const startedMs = needs.monotonic()
    try {
      const record = recordOf(needs, session)
      const goal = record === undefined ? undefined : goalOf(record.chats)
      // Until something was asked there is nothing to tell.
      if (record === undefined || goal === undefined) return
      const title = record.state.title === '' ? titleFrom(goal) : record.state.title
      files.write(session, sessionMarkdown(record), { createdAt: record.createdAt, title })
      failing = false
    } catch (error) {
      if (!failing) logger.warn('The readable file of a session could not be written', { detail: detailOf(error) })
      failing = true
    }
    lastTookMs.set(session, needs.monotonic() - startedMs)
  }

  function writeSoon(session: string): void {
    if (waiting.has(session)) return
    const ms = Math.max(waitMs, (lastTookMs.get(session) ?? 0) * waitPerWritingMs)
    waiting.set(
      session,
      needs.after(ms, () => write(session)),
    )
  }

  function react({ envelope, before, after }: Applied): void {
    if (before.state === after.state || passing.has(envelope.action.type)) return
    const { channel } = envelope
    const session =
      after.kind === 'session' ? channel : after.kind === 'chat' ? needs.index.sessionOf(channel) : undefined
    if (session !== undefined && channels.has(session)) writeSoon(session)
  }

  function remove(session: string): void {
    waiting.get(session)?.()
    waiting.delete(session)
    lastTookMs.delete(session)
    try {
      files.remove(session)
    } catch (error) {
      logger.warn('The readable file of a session could not be removed', { detail: detailOf(error) })
    }
  }

  /** One file each turn of the event loop, so that a start is not held up. */
  function catchUp(sessions: readonly string[]): void {
    const [session, ...rest] = sessions
    if (session === undefined) return
    if (channels.has(session) && !isUpToDate(session)) write(session)
    stopCatchingUp = needs.after(0, () => catchUp(rest))
  }

  function isUpToDate(session: string): boolean {
    const text = files.read(session)
    if (text === undefined) return false
    const { entries, lastHash } = needs.audit.head(session)
    return writtenFrom(text, entries, lastHash)
  }

  for (const session of files.sessions()) if (!channels.has(session)) remove(session)
  let stopCatchingUp = needs.after(0, () => catchUp(channels.list('session')))
  const stops = [channels.onApplied(react), channels.onClosed(remove)]
  return () => {
    for (const stop of stops) stop()
    stopCatchingUp()
    for (const session of [...waiting.keys()]) write(session)
  }
}

function recordOf({ channels, audit }: SessionFileNeeds, session: string): SessionRecord | undefined {
  const state = channels.state(session, 'session')
  if (state === undefined) return undefined
  const { branch, todo = [], changes } = sessionFactsOf(state)
  const uris = state.chats.map(({ resource }) => resource)
  const first = state.defaultChat
  const ordered = first === undefined ? uris : [first, ...uris.filter((uri) => uri !== first)]
  return {
    uri: session,
    state,
    createdAt: createdAtOf(state),
    ...(branch === undefined ? {} : { branch }),
    ...(changes === undefined ? {} : { changes }),
    level: levelName(configValuesOf(state.config?.values).permissionLevel),
    todo,
    chats: ordered.flatMap((uri) => channels.state(uri, 'chat') ?? []),
    entries: audit.list(session, 0, -1),
  }
}

function levelName(level: string): string {
  const { enum: levels = [], enumLabels = [] } = configSchemaFor('').properties['permissionLevel'] ?? {}
  return enumLabels[levels.indexOf(level)] ?? level
}
