import { mayBeForeign } from './foreign-text.ts'
import { hindrancesOf } from './hindrances.ts'
import { views } from './views.ts'
import { expect, layoutsToRead, test as base, walk } from './walk.ts'
import { writtenIn } from './written-in.ts'

/** What one walk through all views found: reaching a view takes longer than all that is asked of it. */
interface Walked {
  readonly problems: readonly string[]
  readonly scanned: readonly string[]
  /** Texts, each with where it was seen first. */
  readonly texts: ReadonlyMap<string, string>
}

const test = base.extend<object, { walked: Walked }>({
  walked: [
    async ({ stage }, use) => {
      await stage.setLocale('zh-CN')
      const scanned = new Set<string>()
      const texts = new Map<string, string>()
      const problems = await walk(stage, layoutsToRead, async (view) => {
        for (const { text, where } of await stage.page.evaluate(writtenIn))
          if (!texts.has(text)) texts.set(text, `${view.name}: ${where}`)
        const found = await hindrancesOf(stage.page, view.shows)
        scanned.add(view.name)
        return found
      })
      await use({ problems, scanned: [...scanned], texts })
    },
    { scope: 'worker', timeout: 12 * 60_000 },
  ],
})

test.use({ language: 'zh-CN' })

test('no view hinders anybody seriously, in light and in dark', ({ walked }) => {
  expect(walked.problems).toEqual([])
  if (process.env['ROADSTEAD_VIEWS'] === undefined)
    expect([...walked.scanned].sort()).toEqual(views.map(({ name }) => name).sort())
})

test('in Chinese every view is Chinese, with what the host says in it', ({ walked }) => {
  const foreign = [...walked.texts]
    .filter(([text]) => !mayBeForeign(text))
    .map(([text, where]) => `${JSON.stringify(text)} (${where})`)
  expect(foreign).toEqual([])
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
