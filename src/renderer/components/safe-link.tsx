import { Check, Copy, ExternalLink } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { differs, readLink, type LinkAddress } from './link-address.ts'
import type { LinkLabels } from './markdown-labels.ts'
import { useCopy } from './use-copy.ts'
import { VisibleText } from './visible-text-view.tsx'
import './safe-link.css'

interface SafeLinkProps {
  readonly href: string | undefined
  readonly labels: LinkLabels
  readonly children: ReactNode
}

/** A link that says where it leads before it leads there. What leads nowhere is its words only. */
export function SafeLink({ href, labels, children }: SafeLinkProps) {
  const [opened, setOpened] = useState<{ readonly current: HTMLButtonElement; readonly words: string } | undefined>()
  const address = readLink(href)
  if (address === undefined) return <span>{children}</span>
  return (
    <>
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        aria-expanded={opened !== undefined}
        onClick={({ currentTarget }) =>
          setOpened(opened === undefined ? { current: currentTarget, words: currentTarget.textContent } : undefined)
        }
      >
        {children}
      </button>
      {opened !== undefined && (
        <Popover.Root open onOpenChange={() => setOpened(undefined)}>
          <Popover.Anchor virtualRef={opened} />
          <Popover.Portal>
            <Popover.Content
              className="link-card"
              data-view="link"
              aria-label={labels.title}
              sideOffset={6}
              collisionPadding={8}
              align="start"
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                opened.current.focus()
              }}
            >
              <LinkCard address={address} words={opened.words} labels={labels} onOpened={() => setOpened(undefined)} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </>
  )
}

interface LinkCardProps {
  readonly address: LinkAddress
  readonly words: string
  readonly labels: LinkLabels
  onOpened(): void
}

function LinkCard({ address, words, labels, onOpened }: LinkCardProps) {
  const { isCopied, copy } = useCopy()
  return (
    <>
      <p className="link-card__address mono" dir="ltr">
        <VisibleText text={address.shown} />
      </p>
      {address.asciiHost !== undefined && <p className="link-card__warn">{labels.spelled(address.asciiHost)}</p>}
      {differs(words, address) && <p className="link-card__warn">{labels.differs}</p>}
      {address.hasHidden && <p className="link-card__warn">{labels.hidden}</p>}
      {address.isInsecure && <p className="link-card__note">{labels.insecure}</p>}
      <div className="link-card__buttons">
        <a
          className="button button--primary"
          href={address.href}
          target="_blank"
          rel="noreferrer noopener"
          onClick={onOpened}
        >
          <ExternalLink size={14} aria-hidden="true" />
          {labels.open}
        </a>
        <Button icon={isCopied ? <Check size={14} /> : <Copy size={14} />} onClick={() => copy(address.href)}>
          {isCopied ? labels.copied : labels.copy}
        </Button>
      </div>
    </>
  )
}
