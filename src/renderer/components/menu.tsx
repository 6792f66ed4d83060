import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import './float.css'

/** One line of a menu; `checked` makes it one of a set. */
export interface MenuItem {
  readonly id: string
  readonly label: string
  /** A second, dimmer line. */
  readonly hint?: string
  readonly icon?: ReactNode
  /** The key that does the same. */
  readonly keys?: string
  readonly checked?: boolean
  readonly danger?: boolean
  readonly disabled?: boolean
  run(): void
}

interface MenuProps {
  /** What it is called in the list of all views (`e2e/web/views.ts`). */
  readonly view: string
  /** The accessible name of the list. */
  readonly label: string
  readonly items: readonly (MenuItem | 'separator')[]
  readonly children: ReactElement
  readonly align?: 'start' | 'end'
  /** For a list that is also opened from elsewhere. */
  readonly open?: boolean
  onOpenChange?(open: boolean): void
}

/** A button that opens a list of things to do. */
export function Menu({ view, label, items, children, align = 'start', open, onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root
      // A modal one hides the page from those who hear it while its buttons can still be come upon.
      modal={false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          data-view={view}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {items.map((item, index) =>
            item === 'separator' ? (
              <DropdownMenu.Separator key={`separator-${index}`} className="menu__separator" />
            ) : (
              <DropdownMenu.Item
                key={item.id}
                className={`menu__item ${item.danger === true ? 'menu__item--danger' : ''}`}
                disabled={item.disabled === true}
                onSelect={() => item.run()}
              >
                <span className="menu__icon" aria-hidden="true">
                  {item.checked === true ? <Check size={14} /> : item.icon}
                </span>
                <span className="menu__text">
                  {item.label}
                  {item.checked === true && <span className="visually-hidden"> ✓</span>}
                  {item.hint !== undefined && <span className="menu__hint">{item.hint}</span>}
                </span>
                {item.keys !== undefined && <kbd className="kbd">{item.keys}</kbd>}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
