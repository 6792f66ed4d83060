import type axeCore from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { rested } from './stage.ts'
import { views } from './views.ts'
import { expect, layoutsToRead, test, walk } from './walk.ts'

// The builder of @axe-core/playwright puts axe into the page for every scan anew; with three scans a view, once a view will do.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(fromBuilder.resolve('axe-core/axe.min.js'), 'utf8')

/** What depends on colours, and so on the theme; it takes longest, and is asked of the view itself, not of what lies around it. */
const colours = ['color-contrast', 'link-in-text-block']

/** What hinders people seriously, by the rules of axe, in the elements that `places` select; in the whole page when there are none. */
async function hindrances(page: Page, places: readonly string[], options: RunOptions): Promise<string[]> {
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
          const found = nodes
            .slice(0, 6)
            .map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`.trim())
          return `${id} in ${nodes.length}: ${found.join('; ')}`
        })
    },
    { include: [...places], how: options },
  )
}

test('no view hinders anybody seriously, in light and in dark', async ({ stage }) => {
  test.setTimeout(8 * 60_000)
  const { page } = stage
  const scanned = new Set<string>()
  const problems = await walk(stage, layoutsToRead, async (view) => {
    await page.evaluate(axeSource)
    const withoutColours = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]))
    const found = await hindrances(page, [], { rules: withoutColours })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await rested(page)
      const places = view.shows.map((shown) => `[data-view="${shown}"]`)
      const inTheme = await hindrances(page, places, { runOnly: colours })
      found.push(...inTheme.map((problem) => `${theme}: ${problem}`))
      scanned.add(`${view.name} ${theme}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    return found
  })
  expect(problems).toEqual([])
  const wanted = views.flatMap(({ name }) => [`${name} light`, `${name} dark`])
  if (process.env['ROADSTEAD_VIEWS'] === undefined) expect([...scanned].sort()).toEqual(wanted.sort())
})

test('who wants less motion sees a change at once, however deep it lies', async ({ stage }) => {
  await stage.open('finished')
  const moving = await stage.page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark'
    return document.getAnimations().filter((each) => each instanceof CSSTransition).length
  })
  await stage.page.reload()
  expect(moving).toBe(0)
})
