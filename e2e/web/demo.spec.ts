import { expect, test } from '@playwright/test'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { startHost } from '../support/host.ts'
import { pairPage } from '../support/pair-page.ts'
import { git, scratchFolder } from '../support/repository.ts'
import { keepScreenshot } from '../support/screenshots.ts'

/** The demo's repository: the only folder beside the data folder that holds a `.git`. */
function demoRepository(dataDir: string): string {
  const parent = `${dataDir}-demo`
  const [name] = readdirSync(parent)
  if (name === undefined) throw new Error('the demo made no repository')
  return path.join(parent, name)
}

test('from the first screen to a reviewed commit, and back', async ({ page }) => {
  const folder = scratchFolder('web-demo')
  const dataDir = path.join(folder.path, 'data')
  const host = await startHost({ dataDir })
  await page.setViewportSize({ width: 1440, height: 900 })

  await pairPage(page, host)
  await expect(page.getByRole('heading', { name: 'What shall we work on?' })).toBeVisible()
  await expect(page.getByText('self-test passed')).toBeVisible()
  await keepScreenshot(page, 'demo-1-first-screen')

  await page.getByRole('button', { name: 'Try the demo' }).click()
  const conversation = page.getByRole('main')
  await expect(conversation.getByText(/exit 1/).first()).toBeVisible()
  await keepScreenshot(page, 'demo-2-test-fails')

  const approval = page.getByRole('alertdialog', { name: 'Allow this commit?' })
  await expect(approval).toBeVisible()
  const repository = demoRepository(dataDir)
  expect(git(repository, 'log', '--format=%s').split('\n')).toHaveLength(1)
  await keepScreenshot(page, 'demo-3-approval')

  await page.getByRole('tab', { name: /^Terminal/ }).click()
  await expect(page.getByRole('tab', { name: /node --test.*exit 0/ })).toBeVisible()
  await keepScreenshot(page, 'demo-4-terminal')

  await page.getByRole('tab', { name: /^Changes/ }).click()
  await page.getByText('parse-duration.js', { exact: true }).first().click()
  await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible()
  await keepScreenshot(page, 'demo-5-diff')

  await approval.getByRole('button', { name: /^Allow once/ }).click()
  await expect(approval).toBeHidden()
  await expect.poll(() => git(repository, 'log', '--format=%s').split('\n').length).toBe(2)
  expect(git(repository, 'status', '--porcelain')).toBe('')
  await expect(page.getByRole('button', { name: 'Undo commit' }).first()).toBeVisible()
  await keepScreenshot(page, 'demo-6-committed')

  const fixed = git(repository, 'rev-parse', 'HEAD')
  await page.getByRole('button', { name: 'Undo commit' }).first().click()
  await expect.poll(() => git(repository, 'log', '--format=%s').split('\n').length).toBe(1)
  expect(git(repository, 'diff', fixed, '--stat')).toBe('')
  await keepScreenshot(page, 'demo-7-commit-undone')

  await page.getByRole('radio', { name: /^Uncommitted/ }).click()
  await page.getByText('parse-duration.js', { exact: true }).first().click()
  // The marked line itself: Monaco draws the mark and the text in layers, so the click goes to the place.
  const line = await page.locator('.monaco-diff-editor .editor.modified .line-insert').first().boundingBox()
  if (line === null) throw new Error('the changed line is not shown')
  await page.mouse.click(line.x + 40, line.y + line.height / 2)
  await page.keyboard.press('w')
  await expect(page.getByText('Written by the agent')).toBeVisible()
  await expect(page.getByText('The tests fail. Find out why, fix it, and commit the fix.').last()).toBeVisible()
  await keepScreenshot(page, 'demo-8-line-origin')
  await page.keyboard.press('Escape')

  await page.getByRole('textbox', { name: 'Commit message' }).fill('Count an hour in full')
  await page.getByRole('button', { name: /^Commit( |$)/ }).click()
  await expect.poll(() => git(repository, 'log', '-1', '--format=%s')).toBe('Count an hour in full')
  await keepScreenshot(page, 'demo-9-committed-by-hand')

  await host.stop()
  folder.remove()
})
