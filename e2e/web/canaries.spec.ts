import { expect, test, type Page } from '@playwright/test'
import path from 'node:path'
import { startCanaryProvider } from '../support/canary-provider.ts'
import { startHost } from '../support/host.ts'
import { pairPage } from '../support/pair-page.ts'
import { makeRepository, scratchFolder } from '../support/repository.ts'

/** Made up, in the shape of a known service; put together here so that no source holds one. */
const shaped = (tag: string) => `sk-${'ant'}-api03-${tag}-${'aB3dE6gH9'.repeat(6)}-${tag}-AA`

const canaries = {
  environment: 'canary-5d1f-of-the-environment',
  wrong: 'canary-77aa-that-is-not-accepted',
  client: 'canary-8c2e-by-the-settings',
  prompt: shaped('prompt'),
  words: shaped('words'),
}

/** All a page keeps or shows, by place. */
async function lookInto(page: Page): Promise<Record<string, string>> {
  const places = await page.evaluate(async () => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    const databases = await Promise.all(
      (await indexedDB.databases()).map(
        ({ name = '' }) =>
          new Promise<unknown>((resolve, reject) => {
            const opening = indexedDB.open(name)
            opening.onerror = () => reject(new Error(`${name} cannot be opened`))
            opening.onsuccess = async () => {
              const database = opening.result
              const rows: unknown[] = []
              for (const store of database.objectStoreNames) {
                const asking = database.transaction(store).objectStore(store).getAll()
                rows.push(await new Promise((done) => (asking.onsuccess = () => done(asking.result))))
              }
              database.close()
              resolve({ name, rows })
            }
          }),
      ),
    )
    return {
      document: document.documentElement.outerHTML,
      fields: fields.map(({ value }) => value).join('\n'),
      title: document.title,
      address: location.href,
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      indexedDB: JSON.stringify(databases),
      'history state': JSON.stringify(history.state),
    }
  })
  const cookies = JSON.stringify(await page.context().cookies())
  return { ...places, cookies }
}

function findIn(places: Readonly<Record<string, string>>): string[] {
  return Object.entries(canaries).flatMap(([what, secret]) =>
    Object.entries(places)
      .filter(([, text]) => text.includes(secret.slice(0, -6)) || text.includes(secret.slice(-24)))
      .map(([where]) => `${what} in ${where}`),
  )
}

test('a key given in the settings, and keys in what is said, are neither kept nor shown by the page', async ({
  page,
}) => {
  const scratch = scratchFolder('web-canaries')
  const work = path.join(scratch.path, 'work')
  makeRepository(work, { 'a.txt': 'a\n' })
  const words = `beside-the-words: ${canaries.words} and ${canaries.environment} are keys.`
  const provider = await startCanaryProvider(
    () => ({ kind: 'blocks', blocks: [{ kind: 'text', pieces: words.match(/.{1,3}/g) ?? [] }] }),
    new Set([canaries.wrong]),
  )
  const env = {
    ...{ ANTHROPIC_API_KEY: canaries.environment, ANTHROPIC_BASE_URL: provider.anthropicUrl },
    ...{ OPENAI_API_KEY: '', OPENAI_BASE_URL: provider.openaiUrl },
  }
  const host = await startHost({ dataDir: path.join(scratch.path, 'data'), env })
  const said: string[] = []
  const received: string[] = []
  page.on('console', (message) => void said.push(message.text()))
  page.on('pageerror', (error) => void said.push(String(error.stack)))
  page.on('request', (request) => void said.push(request.url()))
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void received.push(String(payload))))
  await page.setViewportSize({ width: 1440, height: 900 })
  await pairPage(page, host)

  await page.getByRole('button', { name: /^Settings/ }).click()
  await page.getByRole('button', { name: 'Add a key for OpenAI' }).click()
  const field = page.getByLabel('Key for OpenAI', { exact: true })
  await field.fill(canaries.wrong)
  // While it is being typed a key is in its field, and nowhere else; so the search would find it elsewhere, too.
  expect(findIn(await lookInto(page))).toEqual(['wrong in fields'])
  await field.press('Enter')
  await expect(page.locator('[aria-invalid="true"]')).toBeVisible()
  expect(findIn(await lookInto(page))).toEqual([])
  await field.fill(canaries.client)
  await field.press('Enter')
  await expect(field).toBeHidden()
  await expect(page.getByText('key given here').first()).toBeVisible()
  expect(findIn(await lookInto(page))).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Folder' }).fill(work)
  await page.getByRole('textbox', { name: 'Task' }).fill(`beside-the-prompt: use ${canaries.prompt}`)
  await page.getByRole('button', { name: 'Trust', exact: true }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  const conversation = page.getByRole('main')
  await expect(conversation.getByText(/beside-the-words: \[removed: Anthropic key\] and \[removed: /)).toBeVisible()
  await expect(conversation.getByText(/beside-the-prompt: use \[removed: Anthropic key\]/).first()).toBeVisible()
  const places: Record<string, string> = {
    ...(await lookInto(page)),
    said: said.join('\n'),
    received: received.join('\n'),
  }
  expect(findIn(places)).toEqual([])
  for (const place of ['document', 'received']) expect(places[place]).toContain('beside-the-words')

  // And after a reload, from what the page and the host kept.
  await page.reload()
  await expect(conversation.getByText(/beside-the-words/)).toBeVisible()
  expect(findIn({ ...(await lookInto(page)), received: received.join('\n') })).toEqual([])
  await host.stop()
  await provider.stop()
  scratch.remove()
})
