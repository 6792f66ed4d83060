import { File, Folder, Hash, MessageSquare, Paperclip, SquareTerminal } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { MessageAttachment } from '../../../protocol/channels/chat/message.ts'
import { filePathOf } from '../../../protocol/uri.ts'
import { useI18n } from '../../platform/i18n.tsx'
import type { Suggestion } from './suggestions.ts'

interface SuggestionListProps {
  readonly id: string
  readonly label: string
  readonly suggestions: readonly Suggestion[]
  readonly at: number
  onChoose(index: number): void
}

/** What can be taken up at the caret. The box keeps the focus; this is only pointed at. */
export function SuggestionList({ id, label, suggestions, at, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div
      ref={list}
      id={id}
      className="suggestions scroll"
      data-view="suggestions"
      role="listbox"
      // It scrolls, so it can be gone to; whoever does leaves the box, and the list with it.
      tabIndex={0}
      aria-label={label}
    >
      {suggestions.map((suggestion, index) => (
        <button
          type="button"
          tabIndex={-1}
          key={suggestion.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className="suggestions__line"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {suggestion.kind === 'command' ? (
            <CommandWords suggestion={suggestion} />
          ) : (
            <MentionWords attachment={suggestion.item.attachment} />
          )}
        </button>
      ))}
    </div>
  )
}

function CommandWords({ suggestion: { command } }: { suggestion: Extract<Suggestion, { kind: 'command' }> }) {
  return (
    <>
      <code className="suggestions__name">/{command.name}</code>
      <span className="suggestions__detail truncate">{command.hint ?? command.label}</span>
      {command.keys !== undefined && <kbd className="kbd">{command.keys}</kbd>}
    </>
  )
}

function MentionWords({ attachment }: { attachment: MessageAttachment }) {
  const { t } = useI18n()
  const kind = attachment.displayKind ?? ''
  const place = placeOf(attachment)
  const known = kindNames[kind]
  return (
    <>
      <span className="suggestions__icon" aria-hidden="true">
        {icons[kind] ?? (attachment.type === 'chat' ? <MessageSquare size={14} /> : <Paperclip size={14} />)}
      </span>
      <span className="suggestions__name truncate">{attachment.label}</span>
      {known !== undefined && <span className="visually-hidden">{t(known)}</span>}
      {place !== '' && !place.endsWith(attachment.label.replace(/\/$/, '')) && (
        <span className="suggestions__detail truncate">{place}</span>
      )}
    </>
  )
}

const icons: Readonly<Record<string, ReactNode>> = {
  file: <File size={14} />,
  document: <File size={14} />,
  directory: <Folder size={14} />,
  folder: <Folder size={14} />,
  session: <MessageSquare size={14} />,
  chat: <MessageSquare size={14} />,
  terminal: <SquareTerminal size={14} />,
  symbol: <Hash size={14} />,
}

const kindNames: Readonly<
  Record<string, 'mention.file' | 'mention.folder' | 'mention.session' | 'mention.terminal' | undefined>
> = {
  file: 'mention.file',
  document: 'mention.file',
  directory: 'mention.folder',
  folder: 'mention.folder',
  session: 'mention.session',
  chat: 'mention.session',
  terminal: 'mention.terminal',
}

/** Where a file lies, for telling equal names apart. */
function placeOf(attachment: MessageAttachment): string {
  return attachment.type === 'resource' ? (filePathOf(attachment.uri) ?? '') : ''
}
