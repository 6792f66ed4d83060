import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { useReturnFocus } from './return-focus.ts'
import './float.css'

interface DialogProps {
  /** What it is called in the list of all views (`e2e/web/views.ts`). */
  readonly view: string
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly title: string
  readonly description?: ReactNode
  readonly closeLabel: string
  readonly children?: ReactNode
  /** `sheet` comes in from the side and takes the height; `large` has room for a view of its own. */
  readonly shape?: 'dialog' | 'wide' | 'large' | 'sheet'
  readonly titleHidden?: boolean
}

/** A modal; focus goes in, and back to where it was. */
export function Dialog(props: DialogProps) {
  const { view, open, onOpenChange, title, description, closeLabel, children } = props
  const { shape = 'dialog', titleHidden = false } = props
  const { onOpen, onClose } = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={`dialog dialog--${shape}`}
          data-view={view}
          ref={onOpen}
          onCloseAutoFocus={onClose}
          onEscapeKeyDown={(event) => {
            // Something inside has a use for Escape first: a search that it clears, say.
            if (document.activeElement?.closest('[data-keeps-escape]') != null) event.preventDefault()
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className={titleHidden ? 'visually-hidden' : 'dialog__head'}>
            <Radix.Title className="dialog__title">{title}</Radix.Title>
          </div>
          {description !== undefined && (
            <Radix.Description asChild>
              <div className="dialog__description">{description}</div>
            </Radix.Description>
          )}
          {children}
          {!titleHidden && (
            <Radix.Close asChild>
              <IconButton className="dialog__close" label={closeLabel} icon={<X size={16} />} />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
