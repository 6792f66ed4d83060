import { expect, test, type Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { connect, createScriptedSession, say, stateWhen } from '../support/client.ts'
import { startHost } from '../support/host.ts'
import { pairPage } from '../support/pair-page.ts'
import { scratchFolder } from '../support/repository.ts'
import { answerTo, command, offer, scriptOf, turnEnded, waitingCall } from '../support/turns.ts'

interface Shown {
  readonly title: string
  readonly body: string | undefined
  closed: boolean
}

/** What the page has the browser notify, kept beside being shown. Runs in the page. */
function keepNotifications(): void {
  const shown: Shown[] = []
  class Kept extends Notification {
    readonly kept: Shown
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      this.kept = { title, body: options?.body, closed: false }
      shown.push(this.kept)
    }
    override close(): void {
      this.kept.closed = true
      super.close()
    }
  }
  Object.assign(window, { Notification: Kept, shown })
}

const shownIn = (page: Page) => page.evaluate(() => (window as unknown as { shown: Shown[] }).shown)
const iconOf = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href')

test('a session that needs the person is told by title, icon and notification, the one in front only by the first two', async ({
  browser,
}) => {
  const scratch = scratchFolder('attention')
  const folder = path.join(scratch.path, 'folder')
  mkdirSync(folder)
  const host = await startHost({ dataDir: path.join(scratch.path, 'data') })
  const client = await connect(host)
  const make = async (title: string) => {
    const made = await createScriptedSession(client, folder, scriptOf({ say: 'I ask.' }, command('node --version')), {
      permissionLevel: 'ask',
    })
    await offer(client, made.session, { type: 'session/titleChanged', title })
    return made
  }
  const front = await make('In front')
  const elsewhere = await make('Elsewhere')

  const context = await browser.newContext({ locale: 'en-GB' })
  await context.grantPermissions(['notifications'], { origin: host.pageUrl })
  const page = await context.newPage()
  await page.addInitScript(keepNotifications)
  await pairPage(page, host)
  await page.locator(`[data-line="${front.session}"] .session-row__main`).click()
  await expect(page).toHaveTitle('Roadstead – In front')
  expect(await iconOf(page)).toBe('/icon.svg')

  await test.step('another session asks', async () => {
    await say(client, elsewhere.chat, 'Begin')
    await expect(page).toHaveTitle('(1) Roadstead – In front')
    expect(decodeURIComponent((await iconOf(page)) ?? '')).toMatch(/^data:image\/svg\+xml,.*>1<\/text>/)
    await expect
      .poll(() => shownIn(page))
      .toEqual([{ title: 'Needs you: Elsewhere', body: 'It waits for your answer.', closed: false }])
  })

  await test.step('the session in front asks', async () => {
    await say(client, front.chat, 'Begin')
    await expect(page).toHaveTitle('(2) Roadstead – In front')
    expect(decodeURIComponent((await iconOf(page)) ?? '')).toContain('>2</text>')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await shownIn(page)).toHaveLength(1)
  })

  await test.step('both are answered elsewhere, and one is done', async () => {
    for (const { chat } of [front, elsewhere]) {
      const waiting = await waitingCall(client, chat)
      await offer(client, chat, answerTo(waiting, 'allow-once'))
      await turnEnded(client, chat, waiting.turnId)
      await stateWhen(client, chat, 'chat', ({ activeTurn }) => activeTurn === undefined)
    }
    await expect(page).toHaveTitle('Roadstead – In front')
    expect(await iconOf(page)).toBe('/icon.svg')
    await expect
      .poll(() => shownIn(page))
      .toEqual([
        { title: 'Needs you: Elsewhere', body: 'It waits for your answer.', closed: true },
        { title: 'Answered: Elsewhere', body: 'The agent has stopped and waits for you.', closed: false },
      ])
  })
  await context.close()
  client.close()
  await host.stop()
  scratch.remove()
})
