import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

const folder = path.join(import.meta.dirname, '../../artifacts/screenshots')

/** Keeps a picture of a step, `artifacts/screenshots/NAME.png`; CI keeps the folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
}
