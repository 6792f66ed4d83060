import type { StateAction } from '../../protocol/actions.ts'
import type { SecretBook, SecretStream } from '../platform/secret-book.ts'

/**
 * Takes secrets out of what comes through the door, before it is folded, kept and shown: so the state stays the fold of the log.
 *
 * A model's words come in pieces, and a secret may be cut anywhere. Of each part the end that may be the beginning of a secret is
 * held back, at most a few letters of ordinary text. It follows with the next piece, or in an action of its own before whatever
 * shows that no piece follows: a new part, a change of what is being done, the end of the call or of the turn. Actions of
 * clients in between change nothing about that. As every turn ends, nothing is withheld for ever.
 */
export interface ActionRedaction {
  /** What was held back and has to be applied before `action`. */
  before(channel: string, action: StateAction): readonly StateAction[]
  /** The action as it may be kept; a piece of a text without the end that is held back. */
  redact(channel: string, action: StateAction): StateAction
  /** The channel is gone, and with it what is held back. */
  forget(channel: string): void
}

/** Never logged: what is typed goes to the terminal as it is, and output was redacted before it was kept (terminals room). */
const passing: ReadonlySet<string> = new Set(['terminal/input', 'terminal/data'])

const endsTurn: ReadonlySet<string> = new Set([
  ...['chat/turnStarted', 'chat/turnComplete', 'chat/turnCancelled', 'chat/error', 'chat/truncated'],
])
const endsText: ReadonlySet<string> = new Set([
  ...['chat/responsePart', 'chat/toolCallStart', 'chat/inputRequested', 'chat/activityChanged'],
])
const endsCall: ReadonlySet<string> = new Set(['chat/toolCallReady', 'chat/toolCallComplete'])

/** One text that comes in pieces. */
interface OpenText {
  /** Set for the arguments of a call. */
  readonly toolCallId: string | undefined
  readonly stream: SecretStream
  /** The action that appends `text` to it. */
  append(text: string): StateAction
}

/** Nothing is held back yet. */
export function createActionRedaction(secrets: SecretBook): ActionRedaction {
  const open = new Map<string, Map<string, OpenText>>()

  /** The piece of a text in an action, and how the action looks with another piece in its place. */
  function pieceOf(
    action: StateAction,
  ): { id: string; text: string; toolCallId?: string; with(text: string): StateAction } | undefined {
    switch (action.type) {
      case 'chat/delta':
      case 'chat/reasoning':
        return { id: `part ${action.partId}`, text: action.content, with: (content) => ({ ...action, content }) }
      case 'chat/toolCallDelta': {
        const { toolCallId, content } = action
        if (content === undefined) return undefined
        return { id: `call ${toolCallId}`, text: content, toolCallId, with: (text) => ({ ...action, content: text }) }
      }
      default:
        return undefined
    }
  }

  function textOf(channel: string, id: string, create: () => Omit<OpenText, 'stream'>): OpenText {
    const texts = open.get(channel) ?? new Map<string, OpenText>()
    open.set(channel, texts)
    const text = texts.get(id) ?? { ...create(), stream: secrets.stream() }
    texts.set(id, text)
    return text
  }

  return {
    before(channel, action) {
      const texts = open.get(channel)
      if (texts === undefined) return []
      const isOver = ({ toolCallId }: OpenText) =>
        endsTurn.has(action.type) ||
        (toolCallId === undefined && endsText.has(action.type)) ||
        ('toolCallId' in action && action.toolCallId === toolCallId && endsCall.has(action.type))
      const rests = [...texts.values()].filter(isOver).flatMap((text) => {
        const rest = text.stream.end()
        return rest === '' ? [] : [text.append(rest)]
      })
      if (endsTurn.has(action.type)) open.delete(channel)
      return rests
    },
    redact(channel, action) {
      if (passing.has(action.type)) return action
      const piece = pieceOf(action)
      if (piece !== undefined) {
        const { id, toolCallId, text } = piece
        const append = (more: string) => withoutMeta(piece.with(more))
        const { stream } = textOf(channel, id, () => ({ toolCallId, append }))
        const shown = stream.write(text)
        const kept = shown === text ? action : piece.with(shown)
        // Its text has been searched; beside it there are ids, and rarely more.
        return '_meta' in kept || 'invocationMessage' in kept ? secrets.redactValue(kept) : kept
      }
      if (action.type === 'chat/responsePart') {
        const { part, turnId } = action
        if (part.kind === 'markdown' || part.kind === 'reasoning') {
          const type = part.kind === 'markdown' ? ('chat/delta' as const) : ('chat/reasoning' as const)
          const append = (content: string): StateAction => ({ type, turnId, partId: part.id, content })
          const { stream } = textOf(channel, `part ${part.id}`, () => ({ toolCallId: undefined, append }))
          return secrets.redactValue({ ...action, part: { ...part, content: stream.write(part.content) } })
        }
      }
      return secrets.redactValue(action)
    },
    forget: (channel) => void open.delete(channel),
  }
}

function withoutMeta(action: StateAction): StateAction {
  if (!('_meta' in action)) return action
  const { _meta, ...rest } = action
  return rest as StateAction
}
