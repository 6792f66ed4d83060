import { test as base } from '@playwright/test'
import { createCast, type Cast } from './cast.ts'
import type { CastLanguage } from './cast-words.ts'
import { openStage, sizes, type Layout, type Stage } from './stage.ts'
import { views, type View } from './views.ts'

/** Tests that look at view after view of one cast in one window, which are made once for all of them. */
export const test = base.extend<object, { language: CastLanguage; cast: Cast; stage: Stage }>({
  language: ['en', { option: true, scope: 'worker' }],
  cast: [
    async ({ language }, use) => {
      const cast = await createCast(language)
      await use(cast)
      await cast.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  stage: [
    async ({ browser, cast, language }, use) => {
      const stage = await openStage(browser, cast, language)
      await use(stage)
      await stage.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** How long a view may take to be reached; a limit against hanging. */
const reachMs = 12_000

/**
 * Goes to view after view and hands each to `look`, in each of its layouts that is among `layouts`. What goes wrong with one keeps
 * nobody from the next.
 * @returns what went wrong, a line each; `look` may find more than one thing
 */
export async function walk(
  stage: Stage,
  layouts: (view: View) => readonly Layout[],
  look: (view: View, layout: Layout) => Promise<readonly string[]>,
): Promise<string[]> {
  const problems: string[] = []
  const wanted = process.env['ROADSTEAD_VIEWS']?.split(',')
  stage.page.setDefaultTimeout(reachMs)
  for (const view of wanted === undefined ? views : views.filter(({ name }) => wanted.includes(name))) {
    for (const layout of layouts(view)) {
      const where = `${view.name}, ${layout}`
      try {
        await stage.setLayout(layout)
        await view.reach(stage)
        for (const shown of view.shows) await stage.view(shown).waitFor()
        problems.push(...(await look(view, layout)).map((problem) => `${where}: ${problem}`))
      } catch (error) {
        problems.push(
          `${where}: ${error instanceof Error ? error.message.split('\n').slice(0, 6).join(' ') : String(error)}`,
        )
      }
    }
  }
  return problems
}

/** Views that a phone shows in another way, beside being narrower. */
const onPhones = new Set(['first-run', 'sessions', 'session-approval', 'session-question', 'changes-diff', 'terminal'])

/** For what is in a view rather than how it lies: once on the desk, or where else it is, and on a phone what is other there. */
export const layoutsToRead = (view: View): readonly Layout[] => [
  (view.layouts ?? ['wide'])[0]!,
  ...(onPhones.has(view.name) ? (['narrow'] as const) : []),
]

/** The layouts a view is there in. */
export const layoutsOf = (view: View): readonly Layout[] => view.layouts ?? (Object.keys(sizes) as Layout[])

export { expect } from '@playwright/test'
