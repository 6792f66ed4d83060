import type { ChatSummary } from '../../../protocol/channels/chat/state.ts'
import { activityOf } from '../../../protocol/status.ts'
import { useI18n } from '../../platform/i18n.tsx'

interface ChatSwitcherProps {
  readonly chats: readonly ChatSummary[]
  readonly shown: string | undefined
  onShow(chat: string): void
}

/** The chats of a session; nothing while there is one. */
export function ChatSwitcher({ chats, shown, onShow }: ChatSwitcherProps) {
  const { t } = useI18n()
  const visible = chats.filter(({ interactivity }) => interactivity !== 'hidden')
  if (visible.length < 2) return null
  return (
    <nav className="chat-switcher scroll" data-view="chats" aria-label={t('chats.label')}>
      {visible.map((chat, index) => {
        const needsYou = activityOf(chat.status) === 'inputNeeded'
        const name = chat.title || t(index === 0 ? 'chats.first' : 'chats.fork', { number: index })
        return (
          <button
            key={chat.resource}
            type="button"
            className="chat-switcher__chat"
            aria-current={chat.resource === shown ? 'true' : undefined}
            onClick={() => onShow(chat.resource)}
          >
            <span className="truncate">{name}</span>
            {needsYou && (
              <span className="chat-switcher__needs" title={t('glyph.needs-you')}>
                <span className="visually-hidden">{t('glyph.needs-you')}</span>
              </span>
            )}
          </button>
        )
      })}
    </nav>
  )
}
