import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileUri, ROOT_URI } from '../../src/protocol/uri.ts'
import { connect, createScriptedSession, stateWhen } from '../support/client.ts'
import { startHost } from '../support/host.ts'
import { pairPage } from '../support/pair-page.ts'
import { git, makeRepository, scratchFolder } from '../support/repository.ts'
import { offer, scriptOfTurns } from '../support/turns.ts'

/** A page in which nothing is ever pointed at: at the end, no event of a mouse, pen or finger may have come. */
const test = base.extend<{ keys: Page }>({
  keys: async ({ page }, use) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.addInitScript(() => {
      const pointed: string[] = []
      Object.assign(window, { pointed })
      for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel', 'dblclick', 'contextmenu'])
        addEventListener(type, () => void pointed.push(type), { capture: true })
    })
    await use(page)
    expect(await page.evaluate(() => (window as unknown as { pointed: string[] }).pointed)).toEqual([])
  },
})

/** What the Tab key stands at. */
async function isAt(target: Locator): Promise<boolean> {
  return (await target.count()) > 0 && (await target.first().evaluate((element) => element === document.activeElement))
}

/** Presses Tab, or what else leads on, until the target has the focus. */
async function go(page: Page, target: Locator, key = 'Tab', most = 60): Promise<void> {
  for (let presses = 0; presses <= most; presses++) {
    if (await isAt(target)) return
    await page.keyboard.press(key)
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  throw new Error(`${most} × ${key} did not lead to ${target.toString()}; they led to ${at ?? 'nothing'}`)
}

async function press(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await go(page, target, key)
  await page.keyboard.press('Enter')
}

/** To the list of sessions, from wherever the focus is. */
async function toList(page: Page): Promise<void> {
  const isInSidebar = () => page.evaluate(() => document.activeElement?.closest('[data-pane="sidebar"]') != null)
  for (let presses = 0; presses < 4 && !(await isInSidebar()); presses++) await page.keyboard.press('F6')
  await go(page, page.locator('.session-row__main:focus'))
}

async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: text }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeHidden()
}

test('the whole demo by keyboard: folder, task, steps, approval, changes, commit, plan, activity, settings', async ({
  keys: page,
}) => {
  const folder = scratchFolder('keys')
  const dataDir = path.join(folder.path, 'data')
  const repository = path.join(folder.path, 'apple-tree')
  makeRepository(repository, { 'README.md': '# App\n' })
  const host = await startHost({ dataDir, env: { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '' } })
  await pairPage(page, host)

  await test.step('a folder, trusted, and a first task', async () => {
    const field = page.getByRole('combobox', { name: 'Folder' })
    await expect(field).toBeFocused()
    await page.keyboard.type(`${folder.path}/app`)
    await expect(page.getByRole('option', { name: /apple-tree/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(/apple-tree/)
    await page.keyboard.press('Escape')
    await press(page, page.getByRole('button', { name: /^Agent:/ }))
    await go(page, page.getByRole('menuitem', { name: /^Scripted/ }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: 'Trust', exact: true }), 'Shift+Tab')
    await expect(page.getByText('Agents will run code from this folder.')).toBeHidden()
    await go(page, page.getByRole('textbox', { name: 'Task' }))
    await page.keyboard.type('What is in here?')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'What is in here?' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy the answer' })).toBeVisible()
  })

  const approval = page.getByRole('alertdialog', { name: 'Allow this commit?' })
  const conversation = page.getByRole('log', { name: 'Chat' })
  await test.step('the demo, to the card that asks', async () => {
    await choose(page, 'Try the demo')
    await expect(page.getByRole('heading', { level: 1, name: /^The tests fail/ })).toBeVisible()
    await expect(approval).toBeVisible({ timeout: 40_000 })
    // Nobody was writing: the card has the focus.
    await expect(approval).toBeFocused()
  })

  await test.step('a step is opened and closed', async () => {
    const step = conversation.getByRole('button', { name: /^Ran node --test/ }).first()
    await go(page, step, 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(step).toHaveAttribute('aria-expanded', 'true')
    await expect(conversation.getByLabel('Output').first()).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(step).toHaveAttribute('aria-expanded', 'false')
  })

  const [name = ''] = readdirSync(`${dataDir}-demo`)
  const demo = path.join(`${dataDir}-demo`, name)
  await test.step('the commit is allowed, looked at, undone, and made again with other words', async () => {
    await go(page, approval.getByRole('button', { name: /^Allow once/ }))
    // The card is deaf for a moment after other keys.
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(approval).toBeHidden({ timeout: 1_000 })
    }).toPass()
    await expect.poll(() => git(demo, 'log', '--format=%s').split('\n').length).toBe(2)
    await expect(page.getByRole('heading', { name: 'Task complete' })).toBeVisible()
    await choose(page, 'Changes')
    await press(page, page.getByRole('button', { name: 'Undo commit' }).first())
    await expect.poll(() => git(demo, 'log', '--format=%s').split('\n').length).toBe(1)
    await go(page, page.getByRole('radio', { name: /^This session/ }), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await press(page, page.locator('.files__file', { hasText: 'parse-duration.js' }))
    await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible()
    await page.keyboard.press('n')
    await page.keyboard.press('w')
    await expect(page.getByText('Written by the agent')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Written by the agent')).toBeHidden()
    await page.keyboard.press('F6')
    await go(page, page.getByRole('tab', { name: /^Changes/ }), 'F6')
    await go(page, page.getByRole('textbox', { name: 'Commit message' }), 'Shift+Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Count an hour in full')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => git(demo, 'log', '-1', '--format=%s')).toBe('Count an hour in full')
  })

  await test.step('terminal, plan and activity', async () => {
    await go(page, page.getByRole('tab', { name: /^Changes/ }), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: /node --test.*exit 0/ })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText('Fix what fails')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    const entry = page.locator('.entry__line').first()
    await go(page, entry)
    await page.keyboard.press('Enter')
    await expect(entry).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('settings are opened, searched and left, and the focus is where it was', async () => {
    const entry = page.locator('.entry__line').first()
    await page.keyboard.press('Control+,')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings.getByRole('textbox', { name: 'Search settings' })).toBeFocused()
    await page.keyboard.type('density')
    const density = settings.getByRole('combobox', { name: 'Density' })
    await expect(density).toBeVisible()
    await go(page, density)
    await page.keyboard.press('ArrowDown')
    await expect(density).toHaveValue('compact')
    await go(page, settings.getByRole('textbox', { name: 'Search settings' }), 'Shift+Tab')
    // The first clears the search, the second leaves.
    await page.keyboard.press('Escape')
    await press(page, settings.getByRole('button', { name: 'Keyboard' }))
    await expect(settings.getByText('Keyboard shortcuts').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
    await expect(entry).toBeFocused()
  })
  await host.stop()
  folder.remove()
})

test('messages are queued, steered, changed, taken back and stopped by keyboard, and words completed', async ({
  keys: page,
}) => {
  const folder = scratchFolder('keys')
  const repository = path.join(folder.path, 'app')
  makeRepository(repository, { 'parser.ts': 'export {}\n', 'README.md': '# App\n' })
  const host = await startHost({ dataDir: path.join(folder.path, 'data') })
  const client = await connect(host)
  const { chat, session } = await createScriptedSession(
    client,
    repository,
    scriptOfTurns([{ say: 'I begin.' }, { hang: true }], [{ say: 'Second.' }]),
  )
  await offer(client, session, { type: 'session/titleChanged', title: 'Work to be stopped' })
  await pairPage(page, host)
  const box = page.getByRole('textbox', { name: 'Message' })
  await go(page, box)

  await test.step('what begins with @ or / is completed', async () => {
    await page.keyboard.type('Look at @par')
    await expect(page.getByRole('option', { name: /parser\.ts/ })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(box).toHaveValue(/Look at @?\S*parser\.ts/)
    await expect(box).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByText('I begin.')).toBeVisible()
    await page.keyboard.type('/pla')
    await expect(page.getByRole('option', { name: /plan/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: 'Plan' })).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveValue('')
  })

  const queue = page.getByRole('group', { name: 'Waiting messages' })
  await test.step('two wait, one goes in between', async () => {
    await go(page, box, 'F6')
    await page.keyboard.type('Then the changelog')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Then the docs')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Only the parser')
    await page.keyboard.press('Control+Enter')
    await expect(queue.getByText('Only the parser')).toBeVisible()
    await expect(queue.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('the last is changed, moved to the front, and one is taken back', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('textbox', { name: 'Waiting message' })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(', in Chinese too')
    await page.keyboard.press('Enter')
    await expect(queue.getByText('Then the docs, in Chinese too')).toBeVisible()
    await go(page, queue.getByRole('button', { name: /^Move .*Then the docs/ }).first(), 'Shift+Tab')
    await page.keyboard.press('Alt+ArrowUp')
    const { queuedMessages } = await stateWhen(
      client,
      chat,
      'chat',
      (state) => state.queuedMessages?.[0]?.message.text.startsWith('Then the docs') === true,
    )
    expect(queuedMessages?.map(({ message }) => message.text)).toEqual([
      'Then the docs, in Chinese too',
      'Then the changelog',
    ])
    await press(page, queue.getByRole('button', { name: 'Remove the waiting message' }).last())
    await expect(queue.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('the turn is stopped', async () => {
    await page.keyboard.press('Control+.')
    await expect(page.getByRole('main').getByText('Stopped').first()).toBeVisible()
  })
  client.close()
  await host.stop()
  folder.remove()
})

test('a first task is completed as any message is, and what it mentions goes along', async ({ keys: page }) => {
  const folder = scratchFolder('keys')
  const repository = path.join(folder.path, 'app')
  makeRepository(repository, {
    ...{ 'parser.ts': 'export {}\n', 'party.ts': 'export {}\n', '.env': 'PARTY=1\n' },
    '.roadstead/prompts/tidy.md': '# Tidy up\n',
  })
  const host = await startHost({ dataDir: path.join(folder.path, 'data') })
  const client = await connect(host)
  const uri = fileUri(repository)
  await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder: uri, trusted: true })
  await pairPage(page, host)
  const box = page.getByRole('textbox', { name: 'Task' })
  const options = page.getByRole('option')

  await test.step('a folder and an agent', async () => {
    // The last one that was trusted is there already.
    await expect(page.getByRole('combobox', { name: 'Folder' })).toHaveValue(repository)
    await press(page, page.getByRole('button', { name: /^Agent:/ }))
    await go(page, page.getByRole('menuitem', { name: /^Scripted/ }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await go(page, box, 'Shift+Tab')
  })

  await test.step('a slash offers what needs no session, and the prompts of the folder', async () => {
    await page.keyboard.type('/')
    await expect(options.filter({ hasText: 'tidy' })).toBeVisible()
    await expect(options.filter({ hasText: '/rename' })).toHaveCount(0)
    await page.keyboard.press('Backspace')
  })

  await test.step('a file is chosen with the arrows, and the task is sent', async () => {
    await page.keyboard.type('Look at @par')
    await expect(options).toHaveText([/^party\.ts/, /^parser\.ts/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('Look at @parser.ts ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log', { name: 'Chat' }).getByText('Look at @parser.ts')).toBeVisible()
  })

  await test.step('the host has it with the message of the first turn', async () => {
    const { items } = await client.request('listSessions', { channel: ROOT_URI })
    const { defaultChat = '' } = await stateWhen(client, items[0]?.resource ?? '', 'session', () => true)
    const { turns, activeTurn } = await stateWhen(client, defaultChat, 'chat', () => true)
    const range = { start: { line: 0, character: 8 }, end: { line: 0, character: 18 } }
    expect((turns[0] ?? activeTurn)?.message.attachments).toEqual([
      { type: 'resource', label: 'parser.ts', uri: `${uri}/parser.ts`, displayKind: 'file', range },
    ])
  })

  await test.step('in the sheet for another one, Escape closes the list first', async () => {
    await page.keyboard.press('Alt+N')
    const sheet = page.getByRole('dialog', { name: 'New session' })
    await expect(box).toBeFocused()
    await page.keyboard.type('@par')
    await expect(options.first()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(box).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })
  client.close()
  await host.stop()
  folder.remove()
})

test('panes, the list, the palette and dialogs are gone through by keyboard, and the focus comes back', async ({
  keys: page,
}) => {
  const folder = scratchFolder('keys')
  const repository = path.join(folder.path, 'app')
  makeRepository(repository, { 'README.md': '# App\n' })
  const host = await startHost({ dataDir: path.join(folder.path, 'data') })
  const client = await connect(host)
  for (const title of ['Alpha', 'Beta', 'Gamma']) {
    const { session, chat } = await createScriptedSession(
      client,
      repository,
      scriptOfTurns([{ say: `${title} is done.` }]),
    )
    await offer(client, session, { type: 'session/titleChanged', title })
    const turnId = randomUUID()
    await offer(client, chat, {
      type: 'chat/turnStarted',
      turnId,
      startedAt: new Date().toISOString(),
      message: { text: title, origin: { kind: 'user' } },
    })
    await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 1)
  }
  await pairPage(page, host)
  const list = page.getByRole('grid', { name: 'Sessions' })
  const row = (title: string) => list.getByRole('row', { name: new RegExp(title) }).locator('.session-row__main')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('F6 goes around the panes, and back', async () => {
    const paneAt = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset['pane'])
    const seen: (string | undefined)[] = []
    for (const _ of [1, 2, 3, 4]) {
      await page.keyboard.press('F6')
      seen.push(await paneAt())
    }
    expect(new Set(seen)).toEqual(new Set(['sidebar', 'session', 'dock']))
    await page.keyboard.press('Shift+F6')
    expect(await paneAt()).toBe(seen[2])
  })

  await test.step('the list: arrows, opening, choosing, filtering, renaming', async () => {
    await toList(page)
    await page.keyboard.press('Home')
    await go(page, row('Alpha'), 'ArrowDown', 4)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Alpha' })).toBeVisible()
    await expect(row('Alpha')).toBeFocused()
    await page.keyboard.press(' ')
    await expect(page.getByText('1 selected').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('1 selected')).toHaveCount(0)
    await page.keyboard.type('gam')
    await expect(row('Beta')).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expect(row('Gamma')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row('Beta')).toBeVisible()
    await go(page, row('Gamma'), 'ArrowDown', 4)
    await page.keyboard.press('F2')
    await page.keyboard.type('Delta')
    await page.keyboard.press('Enter')
    await expect(row('Delta')).toBeFocused()
  })

  await test.step('two sessions side by side, and one again', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('[data-view="session"]')).toHaveCount(2)
    await page.keyboard.press('Alt+W')
    await expect(page.locator('[data-view="session"]')).toHaveCount(1)
  })

  await test.step('archive, undo from the toast, and delete with a question', async () => {
    await toList(page)
    await page.keyboard.press('Home')
    await go(page, row('Beta'), 'ArrowDown', 4)
    await page.keyboard.press('Delete')
    await expect(row('Beta')).toBeHidden()
    await press(page, page.getByRole('button', { name: 'Undo', exact: true }))
    await expect(row('Beta')).toBeVisible()
    await toList(page)
    await page.keyboard.press('Home')
    await go(page, row('Beta'), 'ArrowDown', 4)
    await page.keyboard.press('Shift+Delete')
    await expect(page.getByRole('dialog', { name: 'Delete this session?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(row('Beta')).toBeFocused()
  })

  await test.step('every dialog gives the focus back', async () => {
    const scroller = page.getByRole('log', { name: 'Chat' })
    await go(page, scroller, 'Tab')
    for (const [key, name] of [
      ['?', 'Keyboard shortcuts'],
      ['Control+K', 'Go to or do'],
      ['Control+,', 'Settings'],
      ['Alt+N', 'New session'],
    ] as const) {
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog')
      await expect(dialog, name).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog, name).toBeHidden()
      await expect(scroller, `after ${name}`).toBeFocused()
    }
  })
  client.close()
  await host.stop()
  folder.remove()
})
