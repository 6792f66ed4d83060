import { Popover } from 'radix-ui'
import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import { promptPartNames, UsageFacts, type PromptShare } from '../../../protocol/model-facts.ts'
import { roadsteadMeta } from '../../../protocol/roadstead.ts'
import { percent } from '../../platform/figures.ts'
import { useI18n, type Translate } from '../../platform/i18n.tsx'
import type { Locale } from '../../platform/locale.ts'
import './context-meter.css'

/** What the last prompt of a chat took of its model's window. */
export type ContextFacts = NonNullable<UsageFacts['context']>

/** The latest figure of a chat; undefined while no model has been asked, and for agents that do not tell. */
export function contextOf(chat: ChatState): ContextFacts | undefined {
  const turns = chat.activeTurn === undefined ? chat.turns : [...chat.turns, chat.activeTurn]
  return turns
    .slice(-20)
    .toReversed()
    .map(({ usage }) => roadsteadMeta(UsageFacts, usage?._meta)?.context)
    .find((context) => context !== undefined)
}

/** How full the model's window is, as a ring and a share; what it is full of, in a card. */
export function ContextMeter({ context }: { context: ContextFacts }) {
  const { t, number, locale } = useI18n()
  const { tokens, windowTokens } = context
  const share = windowTokens === undefined ? undefined : Math.min(1, tokens / windowTokens)
  const isFull = share !== undefined && share >= 0.85
  const words =
    share === undefined
      ? t('context.tokens', { tokens: number(tokens) })
      : t('context.meter', { percent: percent(share, locale) })
  const label =
    share === undefined
      ? t('context.labelUnknown', { tokens: number(tokens) })
      : t('context.label', { percent: percent(share, locale) })
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className={`meter ${isFull ? 'meter--full' : ''}`} aria-label={label} title={label}>
          {share !== undefined && <Ring share={share} />}
          <span className="tabular">{words}</span>
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="context-card"
          data-view="context"
          aria-label={t('context.title')}
          sideOffset={6}
          collisionPadding={8}
          align="end"
        >
          <ContextCard context={context} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** 14 px across, 2.5 px thick. */
function Ring({ share }: { share: number }) {
  const around = 2 * Math.PI * 5.5
  return (
    <svg className="meter__ring" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle className="meter__track" cx="7" cy="7" r="5.5" />
      <circle
        className="meter__used"
        cx="7"
        cy="7"
        r="5.5"
        strokeDasharray={`${around * share} ${around}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  )
}

function ContextCard({ context }: { context: ContextFacts }) {
  const { t, number, locale } = useI18n()
  const { tokens, windowTokens } = context
  const shares = context.shares.filter((share) => (share.tokens ?? 0) > 0)
  const whole = windowTokens ?? tokens
  const free = windowTokens === undefined ? 0 : Math.max(0, windowTokens - tokens)
  return (
    <>
      <h2 className="context-card__title">{t('context.title')}</h2>
      <p className="context-card__sum tabular">
        {windowTokens === undefined
          ? t('context.tokens', { tokens: number(tokens) })
          : t('context.of', { tokens: number(tokens), window: number(windowTokens) })}
      </p>
      <div className="context-card__bar" aria-hidden="true">
        {shares.map((share, index) => (
          <span
            key={index}
            className={`context-card__part context-part--${index % 8}`}
            style={{ width: `${(100 * (share.tokens ?? 0)) / whole}%` }}
          />
        ))}
      </div>
      <table className="context-card__table tabular">
        <thead className="visually-hidden">
          <tr>
            <th>{t('context.part')}</th>
            <th>{t('context.tokensColumn')}</th>
            <th>{t('context.shareColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share, index) => (
            <tr key={index}>
              <th scope="row">
                <span className={`context-card__swatch context-part--${index % 8}`} aria-hidden="true" />
                {nameOf(share, t)}
              </th>
              <td>{number(share.tokens ?? 0)}</td>
              <td>{shareText((share.tokens ?? 0) / whole, locale)}</td>
            </tr>
          ))}
          {free > 0 && (
            <tr className="dim">
              <th scope="row">
                <span className="context-card__swatch" aria-hidden="true" />
                {t('context.free')}
              </th>
              <td>{number(free)}</td>
              <td>{percent(free / whole, locale)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="context-card__hint">{t('context.hint')}</p>
    </>
  )
}

function nameOf(share: PromptShare, t: Translate): string {
  const known = promptPartNames.find((name) => name === share.name)
  return known === undefined ? String(share.name) : t(`part.${known}`)
}

/** A part that is there is never nothing. */
function shareText(share: number, locale: Locale): string {
  return share > 0 && share < 0.01 ? `<${percent(0.01, locale)}` : percent(share, locale)
}
