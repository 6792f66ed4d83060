import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import { perSession } from '../../platform/per-session.ts'
import { flushDrafts, readDraft, writeDraft } from './draft-store.ts'
import { fromMessage, nothingWritten, toMessage, type AttachedFile, type Written } from './written.ts'

/** How long writing must rest before the host is told. Milliseconds. */
export const restMs = 1_000

/** Pictures and files are too large for the browser's storage: they are kept while the page is. */
const filesOf = perSession<readonly AttachedFile[]>()
/** Sessions whose files are kept; those of the oldest go. */
const maxWithFiles = 20
/** The box of each session that is on the page. */
const boxes = new Map<string, SetWritten>()

export interface DraftNeeds {
  readonly session: string
  /** What the host has; `known` once it has said so. */
  readonly remote: { readonly known: boolean; readonly draft: Message | undefined }
  /** Whether the host can be told. */
  readonly canOffer: boolean
  /** Whether the person is writing in the box: nothing is put there then but what empties it. */
  isBusy(): boolean
  /** Tells the host; answers whether it took it. */
  offer(draft: Message | undefined): Promise<boolean>
}

export type SetWritten = (change: (before: Written) => Written) => void

/**
 * What was written and not sent, kept for each session over reloads and told to the host when writing rests, so that it
 * is there in another window too (SPEC 14, drafts). Both sides remember the text they last agreed on: whoever has not
 * changed it since takes over the other's.
 */
export function useDraft(needs: DraftNeeds): [Written, SetWritten] {
  const { session, remote, canOffer } = needs
  const [written, setWritten] = useState(() => load(session))
  const agreed = useRef(readDraft(session)?.synced ?? '')
  const inFlight = useRef(0)
  const now = useRef(written)
  const isGone = useRef(false)
  const latest = useRef(needs)
  useEffect(() => {
    latest.current = needs
  })

  const set = useCallback<SetWritten>(
    (change) => {
      // A message that could not be sent, or a file that was still being read, may come back after its box has gone.
      if (isGone.current) return writeLate(session, change)
      // Outside of the state's own update: writing to the storage tells other components.
      const next = change(now.current)
      now.current = next
      setWritten(next)
      keep(session, next, agreed.current)
    },
    [session],
  )

  useEffect(() => {
    isGone.current = false
    boxes.set(session, set)
    return () => {
      isGone.current = true
      if (boxes.get(session) === set) boxes.delete(session)
    }
  }, [session, set])

  const remoteText = remote.known ? (remote.draft?.text ?? '') : undefined
  useEffect(() => {
    if (remoteText === undefined || inFlight.current > 0 || remoteText === agreed.current) return
    const { text } = now.current
    const isOurs = text !== agreed.current
    const isTaken = !isOurs && (remoteText === '' || text === '' || !latest.current.isBusy())
    agreed.current = remoteText
    const draft = latest.current.remote.draft
    if (isTaken) {
      const { text: newText, mentions } = draft === undefined ? nothingWritten : fromMessage(draft, newId)
      set((before) => ({ text: newText, mentions, files: before.files }))
    } else keep(session, now.current, agreed.current)
  }, [remoteText, session, set])

  const push = useCallback(async () => {
    const { text, mentions } = now.current
    const { remote: before, offer, canOffer: can } = latest.current
    if (!can || !before.known || text === agreed.current) return
    const previous = agreed.current
    const model = before.draft?.model
    agreed.current = text
    inFlight.current += 1
    const taken = await offer(text === '' ? undefined : toMessage({ text, mentions, files: [] }, model))
    inFlight.current -= 1
    if (!taken && agreed.current === text) agreed.current = previous
    keep(session, now.current, agreed.current)
  }, [session])

  useEffect(() => {
    if (!canOffer || !remote.known || written.text === agreed.current) return
    // An empty box was sent or cleared: that need not rest.
    const timer = setTimeout(() => void push(), written.text === '' ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [written.text, canOffer, remote.known, push])

  useEffect(() => {
    const flush = () => void push()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
      flushDrafts()
    }
  }, [push])

  return [written, set]
}

const newId = () => crypto.randomUUID()

/** Puts something into the message box of a session, in place of what is there. */
export function keepDraft(session: string, written: Written): void {
  writeLate(session, () => written)
}

/** Into the box that shows the session by now, or else to what is kept for it. */
function writeLate(session: string, change: (before: Written) => Written): void {
  const box = boxes.get(session)
  if (box !== undefined) box(change)
  else {
    keep(session, change(load(session)), readDraft(session)?.synced ?? '')
    flushDrafts()
  }
}

function load(session: string): Written {
  const kept = readDraft(session)
  const files = filesOf.get(session) ?? []
  if (kept === undefined) return files.length === 0 ? nothingWritten : { ...nothingWritten, files }
  const mentions = (kept.mentions ?? []).filter(({ start, end }) => start < end && end <= kept.text.length)
  return { text: kept.text, mentions, files }
}

function keep(session: string, { text, mentions, files }: Written, synced: string): void {
  filesOf.delete(session)
  if (files.length > 0) filesOf.set(session, files)
  const [oldest] = filesOf.keys()
  if (filesOf.size > maxWithFiles && oldest !== undefined) filesOf.delete(oldest)
  if (text === '' && synced === '') return writeDraft(session, undefined)
  writeDraft(session, {
    text,
    ...(synced === '' ? {} : { synced }),
    ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
  })
}
