import { expect, test, type Page } from '@playwright/test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCli } from '../support/cli.ts'
import { startHost } from '../support/host.ts'
import { pairPage } from '../support/pair-page.ts'
import { git, makeRepository, scratchFolder } from '../support/repository.ts'
import { keepScreenshot } from '../support/screenshots.ts'

const demoTitle = 'The tests fail. Find out why, fix it, and commit the fix.'

async function startDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: demoTitle })).toBeVisible()
}

/** The agent that works without a model: here are no keys. */
async function chooseScripted(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Agent/ }).click()
  await page.getByRole('menuitem', { name: /^Scripted/ }).click()
}

test('work begins in a folder of the person’s own only after they trust it; shells and discards are real', async ({
  page,
}) => {
  const folder = scratchFolder('web-own')
  const repository = path.join(folder.path, 'app')
  makeRepository(repository, { 'README.md': '# App\n', 'src/a.txt': 'one\ntwo\n' })
  const host = await startHost({ dataDir: path.join(folder.path, 'data') })
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)

  await page.getByRole('combobox', { name: 'Folder' }).fill(repository)
  await chooseScripted(page)
  await page.getByRole('textbox', { name: 'Task' }).fill('What is in here?')
  await expect(page.getByText('Agents will run code from this folder.')).toBeVisible()
  await keepScreenshot(page, 'own-1-trust')
  await page.getByRole('button', { name: 'Trust', exact: true }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What is in here?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy the answer' })).toBeVisible()
  await keepScreenshot(page, 'own-2-answer')

  await page.getByRole('tab', { name: /^Terminal/ }).click()
  await page.getByRole('button', { name: 'New terminal' }).first().click()
  const screen = page.locator('.xterm-screen')
  await expect(screen).toBeVisible()
  await page.locator('.xterm-helper-textarea').focus()
  await page.keyboard.type('echo answer-$((40+2))\n')
  await expect(page.locator('.xterm-rows')).toContainText('answer-42')
  await keepScreenshot(page, 'own-3-shell')

  writeFileSync(path.join(repository, 'src/a.txt'), 'one\nTWO\n')
  await page.getByRole('tab', { name: /^Changes/ }).click()
  await page.getByRole('radio', { name: /^Uncommitted/ }).click()
  await page.getByText('a.txt', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Discard the change of a.txt' }).click()
  await expect.poll(() => readFileSync(path.join(repository, 'src/a.txt'), 'utf8')).toBe('one\ntwo\n')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => readFileSync(path.join(repository, 'src/a.txt'), 'utf8')).toBe('one\nTWO\n')
  expect(git(repository, 'log', '--format=%s')).toBe('Begin')
  await host.stop()
  folder.remove()
})

test('a turn goes on when its tab is closed, and two tabs and the command line show the same', async ({
  page,
  context,
}) => {
  const folder = scratchFolder('web-tabs')
  const dataDir = path.join(folder.path, 'data')
  const host = await startHost({ dataDir })
  await pairPage(page, host)
  await startDemo(page)
  await expect(
    page
      .getByRole('main')
      .getByText(/exit 1/)
      .first(),
  ).toBeVisible()
  await page.close()

  const first = await context.newPage()
  await first.goto(host.pageUrl)
  const second = await context.newPage()
  await second.goto(host.pageUrl)
  for (const tab of [first, second]) {
    await tab
      .getByRole('button', { name: new RegExp(demoTitle.slice(0, 20)) })
      .first()
      .click()
    await expect(tab.getByRole('alertdialog', { name: 'Allow this commit?' })).toBeVisible()
  }
  await second
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Allow once/ })
    .click()
  for (const tab of [first, second]) {
    await expect(tab.getByRole('alertdialog')).toBeHidden()
    await expect(tab.getByRole('button', { name: 'Copy the answer' })).toBeVisible()
  }
  const conversation = (tab: Page) => tab.getByRole('log', { name: 'Chat' }).innerText()
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
  expect(plain(await conversation(first))).toBe(plain(await conversation(second)))
  const listed = await runCli(['sessions', '--json', '--data', dataDir])
  expect(listed.lines).toEqual([expect.objectContaining({ title: demoTitle })])
  await host.stop()
  folder.remove()
})

test('a killed host comes back: the page says so, reconnects by itself, and the turn can be resumed', async ({
  page,
}) => {
  const folder = scratchFolder('web-kill')
  const dataDir = path.join(folder.path, 'data')
  const host = await startHost({ dataDir })
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)
  await startDemo(page)
  await expect(
    page
      .getByRole('main')
      .getByText(/exit 1/)
      .first(),
  ).toBeVisible()
  await host.kill()
  await expect(page.getByText(/The connection to the host was lost/)).toBeVisible()
  await keepScreenshot(page, 'kill-1-lost')

  const again = await startHost({ dataDir, port: Number(new URL(host.pageUrl).port) })
  await expect(page.getByText('Interrupted when the host stopped. Resume?')).toBeVisible({ timeout: 30_000 })
  await keepScreenshot(page, 'kill-2-interrupted')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Interrupted when the host stopped.', { exact: true })).toBeVisible()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Allow once/ })
    .click()
  const [name = ''] = readdirSync(`${dataDir}-demo`)
  await expect.poll(() => git(path.join(`${dataDir}-demo`, name), 'log', '--format=%s').split('\n').length).toBe(2)
  await expect(page.getByRole('button', { name: 'Copy the answer' }).last()).toBeVisible()
  await again.stop()
  folder.remove()
})

test('an approval never covers what it is about, says what takes it back, and can be denied with a sentence by keyboard', async ({
  page,
}) => {
  const folder = scratchFolder('web-card')
  const host = await startHost({ dataDir: path.join(folder.path, 'data') })
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)
  await startDemo(page)
  const approval = page.getByRole('alertdialog', { name: 'Allow this commit?' })
  await expect(approval).toContainText('Undo commit takes it back')

  const conversation = page.getByRole('log', { name: 'Chat' })
  const belowEnd = () => conversation.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
  for (const [width, height] of [
    [1024, 500],
    [390, 700],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(belowEnd, { message: `at the end at ${width}×${height}` }).toBeLessThan(2)
  }

  const step = conversation.getByRole('button', { name: /^Ran node --test/ }).last()
  await step.scrollIntoViewIfNeeded()
  const before = await step.boundingBox()
  await step.click()
  await expect(conversation.getByLabel('Output')).toBeVisible()
  expect((await step.boundingBox())?.y).toBe(before?.y)
  await expect(page.getByRole('button', { name: 'New below' })).toBeHidden()

  await approval.getByRole('button', { name: 'Deny with a sentence…' }).click()
  await page.keyboard.type('Not yet.')
  await page.keyboard.press('Enter')
  await expect(approval).toBeHidden()
  await expect(
    conversation.getByText('The person said no: Not yet.').or(conversation.getByText('Not yet.')).first(),
  ).toBeVisible()
  await host.stop()
  folder.remove()
})

test('on a phone the word about a discard leaves the commit box alone, and what is touched is large enough', async ({
  browser,
}) => {
  const folder = scratchFolder('web-phone')
  const repository = path.join(folder.path, 'app')
  makeRepository(repository, { 'a.txt': 'one\n', 'b.txt': 'one\n' })
  writeFileSync(path.join(repository, 'a.txt'), 'two\n')
  writeFileSync(path.join(repository, 'b.txt'), 'two\n')
  const host = await startHost({ dataDir: path.join(folder.path, 'data') })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await pairPage(page, host)
  await page.getByRole('combobox', { name: 'Folder' }).fill(repository)
  await chooseScripted(page)
  await page.getByRole('textbox', { name: 'Task' }).fill('What is in here?')
  await page.getByRole('button', { name: 'Trust', exact: true }).tap()
  await page.getByRole('button', { name: 'Start' }).tap()
  await expect(page.getByRole('button', { name: 'Copy the answer' })).toBeVisible()
  const low = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.getBoundingClientRect().height < 44 && button.closest('header') === null)
        .map((button) => button.textContent),
    )
  expect(low).toEqual([])

  await page.getByRole('button', { name: /^Changes/ }).tap()
  await page.getByRole('radio', { name: /^Uncommitted/ }).tap()
  await page.getByRole('button', { name: 'Discard the change of a.txt' }).tap()
  const toast = page.getByRole('status').filter({ hasText: 'a.txt' }).last()
  await expect(toast).toBeVisible()
  const word = await toast.boundingBox()
  const box = await page.getByRole('textbox', { name: 'Commit message' }).boundingBox()
  expect(word === null || box === null ? undefined : word.y + word.height <= box.y).toBe(true)
  await keepScreenshot(page, 'phone-discarded')
  await context.close()
  await host.stop()
  folder.remove()
})
