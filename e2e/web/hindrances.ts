import type axeCore from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { rested } from './stage.ts'

// The builder of @axe-core/playwright puts axe into the page for every scan anew; with three scans a view, once a view will do.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(fromBuilder.resolve('axe-core/axe.min.js'), 'utf8')

/** What depends on colours, and so on the theme; it takes longest, and is asked of the view itself, not of what lies around it. */
const colours = ['color-contrast', 'link-in-text-block']

const themes = ['light', 'dark'] as const

/**
 * What hinders people seriously in the page, by the rules of axe: whatever a theme changes in each theme, for the views `shows`.
 * Leaves the page light.
 */
export async function hindrancesOf(page: Page, shows: readonly string[]): Promise<string[]> {
  await page.evaluate(axeSource)
  const withoutColours = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]))
  const found = await scan(page, [], { rules: withoutColours })
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await rested(page)
    const places = shows.map((shown) => `[data-view="${shown}"]`)
    const inTheme = await scan(page, places, { runOnly: colours })
    found.push(...inTheme.map((problem) => `${theme}: ${problem}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** In the elements that `places` select; in the whole page when there are none. */
async function scan(page: Page, places: readonly string[], options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async ({ include, how }) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      const context = include.length === 0 ? document : { include: include.map((place) => [place]) }
      const results = await axe.run(context, { ...how, resultTypes: ['violations'] })
      const { violations, passes, incomplete, inapplicable } = results
      if (violations.length + passes.length + incomplete.length + inapplicable.length === 0)
        return ['axe looked at nothing']
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => {
          const seen = nodes.slice(0, 6).map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`.trim())
          return `${id} in ${nodes.length}: ${seen.join('; ')}`
        })
    },
    { include: [...places], how: options },
  )
}
