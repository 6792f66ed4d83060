import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/test/chromium.mjs'

const chromium = findChromium()

/** Browser tests of the built program. Each spec starts its own host (e2e/support/host.ts); none is shared. */
export default defineConfig({
  testDir: 'e2e',
  // Pictures are made by `npm run screens`; they prove nothing by themselves.
  testMatch: process.env['ROADSTEAD_SCREENS'] === undefined ? '**/*.spec.ts' : '**/*.screens.ts',
  outputDir: 'artifacts/browser',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Limits against hanging, not expectations of speed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['./scripts/test/playwright-reporter.mjs']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
