import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useI18n } from '../../platform/i18n.tsx'
import { composerIntent, isOfInputMethod } from './composer-keys.ts'
import { editBetween, mentionBefore, piecesOf, shiftMentions } from './mentions.ts'
import { replaceText } from './replace-text.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { completionLines, insertionOf, matchCommands, type SlashCommand, type Suggestion } from './suggestions.ts'
import { tokenAt } from './token.ts'
import { useCompletions, type MessageTarget } from './use-completions.ts'
import type { SetWritten } from './use-draft.ts'
import type { Written } from './written.ts'

interface MessageBoxProps {
  readonly written: Written
  readonly onWrite: SetWritten
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly placeholder: string
  /** What the host is asked about for what fits at the caret; without one it is not asked. */
  readonly target?: MessageTarget | undefined
  /** Characters that begin a mention. */
  readonly triggers: readonly string[]
  readonly commands: readonly SlashCommand[]
  readonly isFirst?: boolean
  onIntent(intent: 'send' | 'steer'): void
  /** An arrow would leave the text; answers whether it did something. */
  onLeave?(direction: 'back' | 'forth', caret: number): boolean
  onFiles(files: readonly File[]): void
}

const none: readonly Suggestion[] = []

/** The box a message is written in: grows, marks what is mentioned, offers what fits at the caret, takes pasted files. */
export function MessageBox(props: MessageBoxProps) {
  const { written, onWrite, box, label, placeholder, target, triggers, commands, isFirst = false } = props
  const { t } = useI18n()
  const listId = useId()
  const marks = useRef<HTMLDivElement>(null)
  const composedAtMs = useRef<number | undefined>(undefined)
  const [caret, setCaret] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const [picked, setPicked] = useState({ word: '', at: 0 })
  // What was closed with Escape stays closed while the same word is written.
  const [closedAt, setClosedAt] = useState<number | undefined>(undefined)
  const { text, mentions } = written

  const token = isFocused && caret <= text.length ? tokenAt(text, caret, triggers) : undefined
  const tokenStart = token === undefined ? undefined : token.kind === 'command' ? 0 : token.start
  const isClosed = tokenStart !== undefined && tokenStart === closedAt
  // A mention that is whole asks for nothing more; going into a folder does.
  const isWhole = mentionBefore(mentions, caret) !== undefined && !text.slice(0, caret).endsWith('/')
  const asksHost = token !== undefined && !isClosed && !isWhole && (token.kind === 'mention' || triggers.includes('/'))
  const found = useCompletions(
    target,
    asksHost && tokenStart !== undefined ? { text, offset: caret, word: tokenStart } : undefined,
  )
  const suggestions: readonly Suggestion[] =
    token === undefined || isClosed || isWhole
      ? none
      : [
          ...(token.kind === 'command'
            ? matchCommands(commands, token.query).map((command): Suggestion => ({
                kind: 'command',
                id: command.name,
                command,
              }))
            : []),
          ...(asksHost ? completionLines(found) : []),
        ]
  const isOpen = suggestions.length > 0
  // Another letter, another list: it is begun at its top.
  const word = `${tokenStart} ${token?.query}`
  const chosen = Math.min(picked.word === word ? picked.at : 0, suggestions.length - 1)
  const setAt = (at: number) => setPicked({ word, at })

  // Grows with what is written, up to 40 % of the window.
  useLayoutEffect(() => {
    if (box.current !== null) grow(box.current)
  }, [text, box])

  function choose(index: number, goesInto = false) {
    const element = box.current
    const suggestion = suggestions[index]
    if (element === null || suggestion === undefined) return
    if (suggestion.kind === 'command') {
      const rest = text.slice(caret).trimStart()
      replaceText(element, 0, text.length - rest.length, '')
      suggestion.command.run()
      return
    }
    const insertion = found === undefined ? undefined : insertionOf(suggestion.item, found, text, caret, goesInto)
    if (insertion === undefined) return
    replaceText(element, insertion.start, insertion.end, insertion.text)
    onWrite((before) => ({
      ...before,
      mentions: [...before.mentions, insertion.mention].sort((a, b) => a.start - b.start),
    }))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, shiftKey, altKey, ctrlKey, metaKey, keyCode, timeStamp } = event
    const facts = { key, shiftKey, altKey, ctrlKey, metaKey, keyCode, timeStamp, ...composing(event) }
    if (isOfInputMethod(facts, key === 'Enter' ? composedAtMs.current : undefined)) return
    const isPlain = !shiftKey && !altKey && !ctrlKey && !metaKey
    if (isOpen && isPlain && onListKey(key)) return event.preventDefault()
    const intent = composerIntent(facts, composedAtMs.current)
    if (intent !== 'none') {
      event.preventDefault()
      // A key that is held down was meant for what had the focus before.
      if (event.repeat) return
      return props.onIntent(intent)
    }
    const { selectionStart, selectionEnd } = event.currentTarget
    if (selectionStart !== selectionEnd || !isPlain) return
    if (key === 'Backspace') {
      const mention = mentionBefore(mentions, selectionStart)
      if (mention === undefined) return
      event.preventDefault()
      replaceText(event.currentTarget, mention.start, mention.end, '')
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const direction = key === 'ArrowUp' ? 'back' : 'forth'
      if (props.onLeave?.(direction, selectionStart) === true) event.preventDefault()
    }
  }

  /** Answers whether the list took the key. */
  function onListKey(key: string): boolean {
    const last = suggestions.length - 1
    if (key === 'ArrowDown') setAt(chosen === last ? 0 : chosen + 1)
    else if (key === 'ArrowUp') setAt(chosen === 0 ? last : chosen - 1)
    else if (key === 'Enter' || key === 'Tab') choose(chosen, key === 'Tab')
    else if (key === 'Escape') setClosedAt(tokenStart)
    else return false
    return true
  }

  function onPaste(event: ClipboardEvent) {
    const { files } = event.clipboardData
    // Programs that copy tables or letters put a picture of them beside the text: the text is meant.
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    props.onFiles([...files])
  }

  return (
    <div className="message-box">
      {isOpen && (
        <SuggestionList
          id={listId}
          label={token?.kind === 'command' ? t('suggest.commands') : t('suggest.mentions')}
          suggestions={suggestions}
          at={chosen}
          onChoose={(index) => choose(index)}
        />
      )}
      <div ref={marks} className="message-box__marks" aria-hidden="true">
        {mentions.length > 0 &&
          piecesOf(text, mentions).map((piece, index) =>
            piece.isMention ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
          )}
      </div>
      <textarea
        ref={box}
        className="message-box__field"
        aria-label={label}
        placeholder={placeholder}
        rows={1}
        value={text}
        autoFocus={isFirst}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(isOpen ? { 'data-keeps-escape': '' } : {})}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${chosen}` : undefined}
        onChange={(event) => {
          const { value, selectionEnd } = event.target
          setCaret(selectionEnd)
          if (tokenAt(value, selectionEnd, triggers) === undefined) setClosedAt(undefined)
          onWrite((before) => ({
            ...before,
            text: value,
            mentions: shiftMentions(before.mentions, editBetween(before.text, value, selectionEnd)),
          }))
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onScroll={(event) => {
          if (marks.current !== null) marks.current.scrollTop = event.currentTarget.scrollTop
        }}
        onCompositionEnd={(event) => (composedAtMs.current = event.timeStamp)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <span className="visually-hidden" role="status">
        {isOpen ? t('suggest.count', { count: suggestions.length }) : ''}
      </span>
    </div>
  )
}

/** As tall as its text, and no taller than 40 % of the window. */
function grow(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${Math.min(box.scrollHeight, window.innerHeight * 0.4)}px`
}

/** React's own event does not tell. */
function composing(event: KeyboardEvent): { isComposing: boolean } {
  return { isComposing: event.nativeEvent.isComposing }
}
