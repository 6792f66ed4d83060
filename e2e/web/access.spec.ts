import AxeBuilder from '@axe-core/playwright'
import { expect, layoutsToRead, test, walk } from './walk.ts'
import { rested } from './stage.ts'
import { views } from './views.ts'

test('no view hinders anybody seriously, in light and in dark', async ({ stage }) => {
  test.setTimeout(8 * 60_000)
  const { page } = stage
  const scanned = new Set<string>()
  const problems = await walk(stage, layoutsToRead, async (view) => {
    const found: string[] = []
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await rested(page)
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
      // A theme changes colours and nothing else.
      const colours = ['color-contrast', 'link-in-text-block']
      const { violations, passes, incomplete } = await (theme === 'light' ? axe : axe.withRules(colours)).analyze()
      expect(passes.length + incomplete.length + violations.length, `axe looked at ${view.name}`).toBeGreaterThan(0)
      found.push(
        ...violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(
            ({ id, nodes }) =>
              `${theme}: ${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join('; ')}`,
          ),
      )
      scanned.add(`${view.name} ${theme}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    return found
  })
  expect(problems).toEqual([])
  const wanted = views.flatMap(({ name }) => [`${name} light`, `${name} dark`])
  if (process.env['ROADSTEAD_VIEWS'] === undefined) expect([...scanned].sort()).toEqual(wanted.sort())
})
