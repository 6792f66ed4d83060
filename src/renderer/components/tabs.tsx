import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import './tabs.css'

export interface Tab {
  readonly id: string
  readonly label: string
  /** A small number beside the label. */
  readonly count?: number
  readonly content: ReactNode
}

interface TabsProps {
  /** The accessible name of the tab list. */
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selected: string
  onSelect(id: string): void
  /** Things at the end of the row of tabs. */
  readonly end?: ReactNode
}

/** Tabs; only the selected one is there. */
export function Tabs({ label, tabs, selected, onSelect, end }: TabsProps) {
  return (
    <Radix.Root className="tabs" value={selected} onValueChange={onSelect}>
      <div className="tabs__row">
        <Radix.List className="tabs__list" aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} className="tab" value={tab.id}>
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && <span className="tab__count tabular">{tab.count}</span>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} className="tabs__content" value={tab.id}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
