import { X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Popover } from 'radix-ui'
import { Button, IconButton } from '../../../components/button.tsx'
import { useHost } from '../../../hosts/host-context.ts'
import { useI18n } from '../../../platform/i18n.tsx'
import { lineOriginText } from '../line-origin-text.ts'

/** A line the person asked about. */
export interface AskedLine {
  /** The `file:` URI of the present content. */
  readonly file: string
  /** Told apart from the same line of other content. */
  readonly nonce: string
  readonly line: number
}

interface LineOriginPopoverProps {
  readonly session: string
  readonly asked: AskedLine
  /** Pixels from the top of the diff, and the height of the line. */
  readonly place: { readonly top: number; readonly height: number }
  onClose(): void
  /** Goes to the turn; absent where nothing can. */
  readonly onShowTurn: ((chat: string, turnId: string) => void) | undefined
}

/** Who changed a line and why, beside the line. */
export function LineOriginPopover({ session, asked, place, onClose, onShowTurn }: LineOriginPopoverProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { client } = useHost()
  const { file, line, nonce } = asked
  const answer = useQuery({
    queryKey: ['lineOrigin', session, file, line, nonce],
    queryFn: () => client.request('x-roadstead/lineOrigin', { channel: session, file, line }),
  })
  const origin = answer.data
  const text = origin === undefined ? undefined : lineOriginText(origin, i18n)
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor className="line-origin__anchor" style={{ top: place.top, height: place.height }} />
      <Popover.Portal>
        <Popover.Content
          className="line-origin"
          data-view="line-origin"
          aria-label={t('lineOrigin.ask')}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <div className="line-origin__head">
            <h3>{text?.title ?? t('lineOrigin.ask')}</h3>
            <span className="dim tabular">{t('lineOrigin.heading', { line: asked.line })}</span>
            <IconButton label={t('lineOrigin.close')} icon={<X size={14} />} onClick={onClose} />
          </div>
          <div aria-live="polite">
            {answer.isError ? (
              <p>{t('lineOrigin.failed', { reason: i18n.hostText(answer.error.message) })}</p>
            ) : text === undefined ? (
              <p className="dim">{t('lineOrigin.loading')}</p>
            ) : (
              <>
                {text.note !== undefined && <p className="line-origin__note">{text.note}</p>}
                {text.prompt !== undefined && (
                  <figure className="line-origin__prompt">
                    <figcaption>{t('lineOrigin.prompt')}</figcaption>
                    <blockquote>{text.prompt}</blockquote>
                  </figure>
                )}
                {text.rows.length > 0 && (
                  <dl className="line-origin__rows">
                    {text.rows.map((row) => (
                      <div key={row.label}>
                        <dt>{row.label}</dt>
                        <dd className={row.mono === true ? 'mono' : ''}>{row.value}</dd>
                      </div>
                    ))}
                  </dl>
                )}
              </>
            )}
          </div>
          {origin?.kind === 'agent' && onShowTurn !== undefined && (
            <div className="line-origin__foot">
              <Button
                onClick={() => {
                  onClose()
                  onShowTurn(origin.chat, origin.turnId)
                }}
              >
                {t('lineOrigin.showTurn')}
              </Button>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
