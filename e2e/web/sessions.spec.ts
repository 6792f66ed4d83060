import { expect, type Page } from '@playwright/test'
import type { HostClient } from '../../src/client/host-client.ts'
import { createScriptedSession, say } from '../support/client.ts'
import { pairPage } from '../support/pair-page.ts'
import { test } from '../support/scene.ts'
import { command, offer, scriptOf } from '../support/turns.ts'

/** A session with a title of its own whose one turn was begun. */
async function begin(
  client: HostClient,
  folder: string,
  title: string,
  rounds: readonly object[],
  permissionLevel = 'sandboxed',
): Promise<string> {
  const { session, chat } = await createScriptedSession(client, folder, scriptOf(...rounds), { permissionLevel })
  await offer(client, session, { type: 'session/titleChanged', title })
  await say(client, chat, `Please: ${title}`)
  return session
}

const line = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const panes = (page: Page) => page.locator('main section[data-pane="session"]')
const names = (page: Page) =>
  panes(page).evaluateAll((sections) => sections.map((section) => section.getAttribute('aria-label')))

test('sessions stand side by side by key and by drag, the focus decides what is followed, and a reload keeps them', async ({
  page,
  scene,
}) => {
  const repository = scene.repository('app')
  const host = await scene.start()
  const client = await scene.connect(host)
  for (const title of ['First', 'Second', 'Third']) await begin(client, repository, title, [{ say: 'Done.' }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)
  await line(page, 'First').getByRole('button', { name: /First/ }).first().click()
  await expect.poll(() => names(page)).toEqual(['First'])

  await line(page, 'Second')
    .getByRole('button', { name: /Second/ })
    .first()
    .focus()
  await page.keyboard.press('Control+\\')
  await expect.poll(() => names(page)).toEqual(['First', 'Second'])
  await expect(page).toHaveTitle('Roadstead – Second')

  const from = await line(page, 'Third').boundingBox()
  const to = await panes(page).first().boundingBox()
  if (from === null || to === null) throw new Error('the list or the pane is not on the page')
  await page.mouse.move(from.x + 80, from.y + 16)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width * 0.5, to.y + 300, { steps: 8 })
  await page.mouse.move(to.x + to.width * 0.1, to.y + 300, { steps: 8 })
  await expect(page.getByText('Open beside')).toBeVisible()
  await page.mouse.up()
  await expect.poll(() => names(page)).toEqual(['Third', 'First', 'Second'])

  await panes(page).nth(1).getByRole('log').click()
  await expect(page).toHaveTitle('Roadstead – First')
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Third', 'First', 'Second'])
  await expect(page).toHaveTitle('Roadstead – First')

  await page.setViewportSize({ width: 1024, height: 700 })
  await expect.poll(() => names(page)).toEqual(['First'])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Alt+w')
  await expect.poll(() => names(page)).toEqual(['Third', 'Second'])
})

test('one of two tabs tells what needs the person, not what is in front of them, and a click leads there', async ({
  browser,
  scene,
}) => {
  const repository = scene.repository('app')
  const host = await scene.start()
  const client = await scene.connect(host)
  await begin(client, repository, 'Quiet', [{ say: 'Done.' }])
  const context = await browser.newContext({ permissions: ['notifications'] })
  // The browser shows them outside of the page; here the page keeps what it would show.
  await context.addInitScript(() => {
    const told: { title: string; body: string; notification: EventTarget }[] = []
    class Kept extends EventTarget {
      static readonly permission = 'granted'
      constructor(title: string, options: NotificationOptions) {
        super()
        told.push({ title, body: options.body ?? '', notification: this })
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Kept, told })
  })
  const told = (tab: Page) =>
    tab.evaluate(() =>
      (window as unknown as { told: { title: string; body: string }[] }).told.map(({ title, body }) => [title, body]),
    )
  const first = await context.newPage()
  await pairPage(first, host)
  await expect(line(first, 'Quiet')).toBeVisible()
  const second = await context.newPage()
  await second.goto(host.pageUrl)
  await expect(line(second, 'Quiet')).toBeVisible()

  await begin(client, repository, 'Asks', [command('npm ci')], 'ask')
  await expect
    .poll(async () => [...(await told(first)), ...(await told(second))])
    .toEqual([['Needs you: Asks', 'It waits for your answer.']])
  await expect(first).toHaveTitle('(1) Roadstead – Quiet')
  await expect(first.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/)
  const speaker = (await told(first)).length === 1 ? first : second
  await speaker.evaluate(() => {
    const [one] = (window as unknown as { told: { notification: EventTarget }[] }).told
    one?.notification.dispatchEvent(new Event('click'))
  })
  await expect(speaker.getByRole('alertdialog', { name: 'Allow this command?' })).toBeVisible()
  await context.close()
})

test('a key that was changed is the one that works and is shown everywhere', async ({ page, scene }) => {
  const host = await scene.start()
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)
  await expect(page.getByRole('button', { name: 'Hide the session list (Ctrl+B)' })).toBeVisible()
  await page.keyboard.press('Control+,')
  await page.getByRole('textbox', { name: 'Search settings' }).fill('session list')
  await page.getByRole('button', { name: 'Add a key for “Show or hide the session list”' }).click()
  await page.keyboard.press('Control+Shift+L')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Hide the session list (Ctrl+Shift+L)' })).toBeVisible()
  await page.keyboard.press('Control+Shift+L')
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('session list')
  await expect(page.getByRole('option', { name: /Show or hide the session list Ctrl\+Shift\+L/ })).toBeVisible()
})
