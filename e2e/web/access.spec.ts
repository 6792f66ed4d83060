import AxeBuilder from '@axe-core/playwright'
import { expect, layoutsOf, test, walk } from './walk.ts'
import { rested } from './stage.ts'
import { views } from './views.ts'

test('no view hinders anybody seriously, in light and in dark', async ({ stage }) => {
  test.setTimeout(8 * 60_000)
  const { page } = stage
  const scanned = new Set<string>()
  const problems = await walk(
    stage,
    // Everything on the desk, and on the phone what is only or differently there.
    (view) => layoutsOf(view).filter((layout) => layout !== 'medium' || view.layouts?.length === 1),
    async (view) => {
      const found: string[] = []
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await rested(page)
        const { violations, passes } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
        expect(passes.length, `axe looked at ${view.name}`).toBeGreaterThan(0)
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
    },
  )
  expect(problems).toEqual([])
  const wanted = views.flatMap(({ name }) => [`${name} light`, `${name} dark`])
  if (process.env['ROADSTEAD_VIEWS'] === undefined) expect([...scanned].sort()).toEqual(wanted.sort())
})
