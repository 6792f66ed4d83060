import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { startHost } from '../support/host.ts'
import { createPairingCode } from '../support/pair-page.ts'
import { keepScreenshot } from '../support/screenshots.ts'

const sizes = { wide: [1440, 900], middle: [1024, 700], phone: [390, 844] } as const

/** What hinders people, by axe's rules for WCAG A and AA. */
async function hindrances(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

for (const [locale, language] of [
  ['en-GB', 'English'],
  ['zh-CN', 'Chinese'],
] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`every size shows the first screen and a session without hindering anybody, ${scheme}, in ${language}`, async ({
      browser,
    }) => {
      const host = await startHost()
      const context = await browser.newContext({ locale, colorScheme: scheme, timezoneId: 'UTC' })
      const page = await context.newPage()
      const code = await createPairingCode(host)
      await page.goto(`${host.pageUrl}/#pair=${code}`)
      await expect(page.locator('h1, h2').first()).toBeVisible()
      for (const [name, [width, height]] of Object.entries(sizes)) {
        await page.setViewportSize({ width, height })
        await keepScreenshot(page, `look-first-${name}-${scheme}-${locale}`)
        expect(await hindrances(page), `first screen, ${name}`).toEqual([])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: /Try the demo|试/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 40_000 })
      await expect(page.getByRole('alertdialog')).toContainText(
        locale === 'zh-CN' ? '提交会以你的名义进行。' : 'A commit is made under your name.',
      )
      for (const [name, [width, height]] of Object.entries(sizes)) {
        await page.setViewportSize({ width, height })
        await expect(page.getByRole('alertdialog')).toBeVisible()
        await keepScreenshot(page, `look-session-${name}-${scheme}-${locale}`)
        expect(await hindrances(page), `session, ${name}`).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `nothing sticks out at ${name}`).toBeLessThanOrEqual(0)
      }
      await context.close()
      await host.stop()
    })
  }
}
