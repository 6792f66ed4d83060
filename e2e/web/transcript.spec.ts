import { expect, type Page } from '@playwright/test'
import { createScriptedSession, say, stateWhen } from '../support/client.ts'
import { playLongChat } from '../support/long-chat.ts'
import { pairPage } from '../support/pair-page.ts'
import { test } from '../support/scene.ts'

const transcript = (page: Page) => page.getByRole('log', { name: 'Chat' })

/** How far the end of the conversation is below what can be seen, in pixels. */
const belowView = (page: Page) =>
  transcript(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)

/** Where an element stands on the page in each of the next frames, rounded; the places it was seen at, each once. */
const placesOver = (page: Page, selector: string, frames: number) =>
  page.evaluate(
    ([wanted, count]) =>
      new Promise<number[]>((resolve) => {
        const seen = new Set<number>()
        const look = (left: number) => {
          seen.add(Math.round(document.querySelector(wanted)?.getBoundingClientRect().top ?? Number.NaN))
          if (left > 0) requestAnimationFrame(() => look(left - 1))
          else resolve([...seen])
        }
        look(count)
      }),
    [selector, frames] as const,
  )

const paragraphs = Array.from(
  { length: 60 },
  (_, index) =>
    `Paragraph ${index}: **words** that come bit by bit, with \`code\` and more of it, until the line is full.`,
).join('\n\n')

test('streaming text is followed at the end, and moves nothing that is read further up', async ({ scene, page }) => {
  const repository = scene.repository('app')
  const host = await scene.start()
  const client = await scene.connect(host)
  const { chat } = await createScriptedSession(client, repository, {
    version: 1,
    name: 'Stream',
    pace: 'instant',
    turns: [
      { rounds: [{ say: paragraphs }] },
      { rounds: [{ say: `${paragraphs}\n\nThe end.`, pace: { charsPerSecond: 350 } }] },
    ],
  })
  await say(client, chat, 'First')
  await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 1)
  await pairPage(page, host)
  await expect(transcript(page).getByText('Paragraph 59')).toBeVisible()

  await say(client, chat, 'Second')
  await expect(transcript(page).getByText('Paragraph 5:').last()).toBeInViewport()
  await expect.poll(() => belowView(page)).toBeLessThan(60)

  await transcript(page).hover()
  await page.mouse.wheel(0, -700)
  await expect(page.getByRole('button', { name: 'New below' })).toBeVisible()
  const first = await transcript(page).locator('article').first().getAttribute('id')
  expect(await placesOver(page, `[id="${first}"]`, 60)).toHaveLength(1)

  await page.getByRole('button', { name: 'New below' }).click()
  await expect.poll(() => belowView(page)).toBeLessThan(60)
  await expect(transcript(page).getByText('The end.')).toBeInViewport({ timeout: 60_000 })
  await expect.poll(() => belowView(page)).toBeLessThan(2)
})

test('what is unfolded at the end stays where it is', async ({ scene, page }) => {
  const repository = scene.repository('app')
  const host = await scene.start()
  const client = await scene.connect(host)
  const { chat } = await createScriptedSession(client, repository, {
    version: 1,
    name: 'Steps',
    pace: 'instant',
    turns: [
      {
        rounds: [
          { say: paragraphs, calls: [{ tool: 'run_command', input: { command: 'seq 1 60' } }] },
          { say: 'Done.' },
        ],
      },
    ],
  })
  await say(client, chat, 'Count')
  await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 1)
  await pairPage(page, host)
  const step = transcript(page).getByRole('button', { name: /^Ran seq 1 60/ })
  await expect(step).toBeInViewport()
  const before = (await step.boundingBox())?.y
  await step.click()
  await expect(transcript(page).getByLabel('Output')).toBeVisible()
  expect((await step.boundingBox())?.y).toBe(before)
})

test('a long chat is on the page in part only, older turns come as they are scrolled to, and any of them can be found', async ({
  scene,
  page,
}) => {
  const repository = scene.repository('app')
  const host = await scene.start()
  const client = await scene.connect(host)
  await playLongChat(client, repository, 180)
  await pairPage(page, host)
  const log = transcript(page)
  await expect(log.getByText('turn 180 list', { exact: true })).toBeInViewport()
  expect(await log.locator('article').count()).toBeLessThan(40)

  // What is read stays where it is when older turns come in above it.
  const height = () => log.evaluate((element) => element.scrollHeight)
  const before = await height()
  await log.evaluate((element) => element.scrollTo(0, 400))
  const read = log.locator('article').filter({ hasText: 'turn 126' }).first()
  await expect(read).toBeInViewport()
  const places = placesOver(page, `[id="${await read.getAttribute('id')}"]`, 120)
  await expect.poll(height).toBeGreaterThan(before + 2000)
  expect(await places).toHaveLength(1)

  // The keys go from turn to turn.
  await log.focus()
  await page.keyboard.press('j')
  await expect(log.locator('article:focus')).toHaveCount(1)
  const focused = await log.locator('article:focus').getAttribute('aria-label')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(log.locator('article:focus')).not.toHaveAttribute('aria-label', focused ?? '')

  // Ctrl+F finds what was never on the page.
  await page.keyboard.press('Control+f')
  await page.keyboard.type('turn 3 ')
  await expect(page.getByText('No match')).toBeHidden()
  await page.getByRole('textbox', { name: 'Find in the chat' }).fill('turn 7 step')
  await expect(page.getByText('0 of 1')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(log.getByText('turn 7 step', { exact: true })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(log).toBeFocused()
})
