import { expect, type Page } from '@playwright/test'
import type { HostClient } from '../../src/client/host-client.ts'
import { createScriptedSession, say, stateWhen } from '../support/client.ts'
import { pairPage } from '../support/pair-page.ts'
import { test } from '../support/scene.ts'
import { command, offer, scriptOfTurns } from '../support/turns.ts'

/** A session with a title of its own that answers what it is told, one list of rounds each. */
async function begin(client: HostClient, folder: string, title: string, ...turns: (readonly object[])[]) {
  const made = await createScriptedSession(client, folder, scriptOfTurns(...turns), { permissionLevel: 'ask' })
  await offer(client, made.session, { type: 'session/titleChanged', title })
  return made
}

const box = (page: Page, title: string) =>
  page.locator(`main section[data-pane="session"][aria-label="${title}"]`).getByRole('textbox', { name: 'Message' })
test.use({ actionTimeout: 8000 })

const done = [{ say: 'Done.' }]

test('what is typed goes to the session in front, whatever brought it there', async ({ page, scene }) => {
  const repository = scene.repository('app')
  const host = await scene.start()
  const client = await scene.connect(host)
  // The list is in the order in which something happened last.
  for (const title of ['Third', 'Second', 'First']) {
    const { chat } = await begin(client, repository, title, done)
    await say(client, chat, title)
    await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 1)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)
  await expect(box(page, 'First')).toBeFocused()
  const openDock = page.getByRole('button', { name: /^Hide the dock/ }).first()
  await expect(openDock).toBeVisible()

  await page.keyboard.press('Control+\\')
  await expect(page).toHaveTitle('Roadstead – Second')
  await expect(box(page, 'Second')).toBeFocused()
  await page.keyboard.type('for the second')
  await expect(box(page, 'Second')).toHaveValue('for the second')
  await expect(box(page, 'First')).toHaveValue('')
  await expect(openDock, 'the dock gives way').toBeHidden()

  await page.keyboard.press('Alt+1')
  await expect(box(page, 'First')).toBeFocused()
  await expect(page).toHaveTitle('Roadstead – First')
  await page.keyboard.press('Alt+3')
  await expect(box(page, 'Third')).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Second')
  await page.getByRole('option').filter({ hasText: 'Second' }).first().click()
  await expect(box(page, 'Second')).toBeFocused()
  await expect(page).toHaveTitle('Roadstead – Second')

  await page.keyboard.press('Alt+w')
  await expect(box(page, 'Third')).toBeFocused()
  await expect(openDock, 'the dock comes back').toBeVisible()

  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page, 'Third')).toBeFocused()
})

test('an approval has the focus once nothing is typed, its keys answer it, and writing goes on after that', async ({
  page,
  scene,
}) => {
  const repository = scene.repository('app')
  const host = await scene.start()
  const client = await scene.connect(host)
  await begin(client, repository, 'Asks', [command('npm ci'), { say: 'Done.' }], [command('npm ci'), { say: 'Done.' }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)
  await expect(box(page, 'Asks')).toBeFocused()
  const card = page.getByRole('alertdialog', { name: 'Allow this command?' })
  for (const key of ['Escape', 'Enter']) {
    await page.keyboard.type('Install it')
    await page.keyboard.press('Enter')
    await expect(card).toBeVisible()
    await expect(card.getByText('⏎')).toBeHidden()
    await expect(card).toBeFocused()
    await expect(card.getByText('⏎')).toBeVisible()
    await page.keyboard.press(key)
    await expect(box(page, 'Asks')).toBeFocused()
    await expect(card).toBeHidden()
    await expect(page.getByText('Done.').last()).toBeVisible()
  }
})

test('a key is typed where it is asked for', async ({ page, scene }) => {
  const host = await scene.start()
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page
    .getByRole('option', { name: /^Add a key for/ })
    .first()
    .click()
  const field = page.getByRole('dialog').locator('input[type="password"]')
  await expect(field).toBeFocused()
  await page.keyboard.type('sk-not-a-key')
  await expect(field).toHaveValue('sk-not-a-key')
  await page.keyboard.press('Enter')
  // The field is emptied; once the key is taken it is gone.
  await expect
    .poll(() => field.evaluateAll((fields) => fields.every((each) => (each as HTMLInputElement).value === '')))
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Model:/ })).toBeFocused()
})
