import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rested, sizes } from './stage.ts'
import { expect, layoutsOf, test, walk } from './walk.ts'

/** Pictures of every view: `artifacts/screens/VIEW-SIZE-THEME-LANGUAGE.png`. They are for looking at; nothing is compared. */
const folder = path.join(import.meta.dirname, '../../artifacts/screens')

test('every view can be reached and looked at in every size, theme and language', async ({ stage }) => {
  test.setTimeout(30 * 60_000)
  mkdirSync(folder, { recursive: true })
  const { page } = stage
  // Three times as fast as a screenshot of Playwright's, which there are a thousand of.
  const camera = await page.context().newCDPSession(page)
  const problems: string[] = []
  for (const language of ['en', 'zh-CN'] as const) {
    await stage.setLocale(language)
    const walked = await walk(
      stage,
      // What holds its words is reached in each language; the rest is shown in the other as it stands.
      (view) => (language === 'en' || view.keepsWords === true ? layoutsOf(view) : []),
      async (view, layout) => {
        const keep = async (theme: string, shown: string) => {
          const file = path.join(folder, `${view.name}-${sizes[layout].join('x')}-${theme}-${shown}.png`)
          await rested(page)
          const { data } = await camera.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
          writeFileSync(file, Buffer.from(data, 'base64'))
        }
        const themes = async (shown: string) => {
          for (const theme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme: theme })
            await keep(theme, shown)
          }
        }
        await themes(language)
        if (language === 'en' && view.keepsWords !== true) {
          await stage.setLocale('zh-CN')
          await themes('zh-CN')
        }
        if (layout === 'wide') {
          await page.emulateMedia({ contrast: 'more' })
          await keep('contrast', stage.locale)
          await page.emulateMedia({ contrast: 'no-preference' })
        }
        await stage.setLocale(language)
        return []
      },
    )
    problems.push(...walked)
  }
  expect(problems).toEqual([])
})
