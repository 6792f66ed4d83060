import { expect, test } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { settingsSections } from '../../src/renderer/platform/open-settings.ts'
import { views } from './views.ts'

const renderer = path.join(import.meta.dirname, '../../src/renderer')

/** Names that are made of a list: what stands before the brackets, and the list. */
const families: Readonly<Record<string, readonly string[]>> = {
  'settings-': settingsSections,
  'dock-': ['changes', 'terminal', 'plan', 'activity'],
}

/** What floats and what asks: each has to say its name, beside dialogs and menus, which cannot be made without. */
const mustSay = /<(?:Popover|Radix|HoverCard|DropdownMenu|Select|ContextMenu)\.Content\b|role="(?:alert)?dialog"/g

/** Tabs have their panes in them, and a tooltip only repeats a name: neither is a view. */
const drawnOnly = ['components/tabs.tsx', 'components/tooltip.tsx']

const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(path.join(renderer, name), 'utf8') }))

/** The values of every `data-view` attribute and `view` property of the sources. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/\b(?:data-)?view=(?:"([^"]+)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(
    ([, plain, expression]) => {
      if (plain !== undefined) return [plain]
      return [...(expression ?? '').matchAll(/'([a-z-]+)'|`([a-z-]+)\$\{/g)].flatMap(([, quoted, family]) => {
        if (family === undefined) return [quoted ?? '']
        const members = families[family]
        if (members === undefined) throw new Error(`nobody knows the views ${family}…`)
        return members.map((member) => `${family}${member}`)
      })
    },
  )
}

test('the list of views names every view of the page, and none that is gone', () => {
  const there = new Set(sources.flatMap(({ text }) => namesOf(text)))
  const listed = new Set(views.flatMap(({ shows }) => shows))
  expect([...there].sort()).toEqual([...listed].sort())
})

test('whatever floats over the page or asks something says which view it is', () => {
  const silent = sources.flatMap(({ name, text }) => {
    const floats = drawnOnly.includes(name) ? [] : [...text.matchAll(mustSay)]
    const said = [...text.matchAll(/data-view=/g)]
    return floats.length > said.length ? [`${name}: ${floats.map(([found]) => found).join(', ')}`] : []
  })
  expect(silent).toEqual([])
})

test('no two views of the list have the same name', () => {
  const names = views.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
