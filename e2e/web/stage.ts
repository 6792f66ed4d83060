import type { Browser, BrowserContext, Locator, Page, WebSocketRoute } from '@playwright/test'
import { createI18n, type Translate } from '../../src/renderer/platform/i18n.tsx'
import type { Locale } from '../../src/renderer/platform/locale.ts'
import type { Preferences } from '../../src/renderer/platform/preferences.ts'
import { createPairingCode } from '../support/pair-page.ts'
import type { Cast, CastName } from './cast.ts'

/** The sizes a window is looked at in, by the layout each brings. */
export const sizes = { wide: [1440, 900], medium: [1024, 700], narrow: [390, 844] } as const
export type Layout = keyof typeof sizes

/** What becomes of the connection to the host. */
type Wire = 'open' | 'cut' | 'silent'

export interface OpenOptions {
  readonly preferences?: Partial<Preferences>
  /** On the host that has no sessions. */
  readonly onEmpty?: boolean
  /** Behind the `#`; a session's own by default. */
  readonly fragment?: string
  /** `silent`: the host takes what is said and answers nothing. */
  readonly wire?: Wire
  /** Rewrites what the host says. */
  readonly rewrite?: (text: string) => string
  /**
   * What of the browser is not as usual. `strange`: the host has never seen it; `slow`: its storage does not answer; `broken`: it
   * fails when it is asked something; `undecided`: nobody has said yet whether it may notify.
   */
  readonly browser?: 'strange' | 'slow' | 'broken' | 'undecided'
  /** Does not wait for what is shown. */
  readonly isUnready?: boolean
}

/** A page in front of the cast, in one size and language, on which each view is reached. */
export interface Stage {
  readonly page: Page
  readonly cast: Cast
  readonly layout: Layout
  readonly locale: Locale
  /** A text of the page, in its language. */
  readonly t: Translate
  /** The element of a view; the last one where there are several. */
  view(name: string): Locator
  /** Loads the page anew with a session of the cast in front; without one, with none chosen. */
  open(session?: CastName, options?: OpenOptions): Promise<void>
  /** As `open`, with a tab of the dock wherever the layout has it. */
  openDock(session: CastName, tab: Preferences['dockTab'], options?: OpenOptions): Promise<void>
  /** Breaks the connection off and keeps it so until the next `open`. */
  cut(): Promise<void>
  /** Runs a command from the palette by its name. */
  command(name: Parameters<Translate>[0]): Promise<void>
  setLayout(layout: Layout): Promise<void>
  /** Changes the language of what is shown, and of what is opened after it. */
  setLocale(locale: Locale): Promise<void>
  close(): Promise<void>
}

/** Opens a browser window that both hosts of the cast know. */
export async function openStage(browser: Browser, cast: Cast, locale: Locale): Promise<Stage> {
  // Nothing moves, so that nothing is looked at while it is on its way.
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  for (const host of [cast.host, cast.empty]) await pairOnce(context, host)
  const page = await context.newPage()
  return stageOn(context, page, cast, locale)
}

async function pairOnce(context: BrowserContext, host: Cast['host']): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${host.pageUrl}/#pair=${await createPairingCode(host)}`)
  await page.locator('.shell').waitFor()
  await page.close()
}

async function stageOn(context: BrowserContext, page: Page, cast: Cast, first: Locale): Promise<Stage> {
  let layout: Layout = 'wide'
  let locale = first
  let loads = 0
  let wire: Wire = 'open'
  let rewrite = (text: string) => text
  let sockets: WebSocketRoute[] = []
  await page.addInitScript(prepare)
  await page.routeWebSocket(/\/ahp\b/, (socket) => {
    if (wire === 'cut') return void socket.close()
    const host = socket.connectToServer()
    sockets.push(socket)
    socket.onMessage((message) => {
      if (wire === 'open') host.send(message)
    })
    host.onMessage((message) => socket.send(typeof message === 'string' ? rewrite(message) : message))
  })

  async function open(session?: CastName, options: OpenOptions = {}): Promise<void> {
    const host = options.onEmpty === true ? cast.empty : cast.host
    wire = options.wire ?? 'open'
    rewrite = options.rewrite ?? ((text) => text)
    sockets = []
    loads += 1
    const address = session === undefined ? '' : new URLSearchParams({ session: cast.sessions[session] }).toString()
    const kept = { language: locale, notifyOfferAnswered: true, ...options.preferences }
    const query = new URLSearchParams({ load: String(loads), kept: JSON.stringify(kept) })
    if (options.browser !== undefined) query.set('browser', options.browser)
    await page.goto(`${host.pageUrl}/?${query.toString()}#${options.fragment ?? address}`)
    if (options.isUnready === true) return
    await page.locator('.shell').waitFor()
    if (session !== undefined) await page.locator('[data-view="session"] h1').first().waitFor()
    await settled(page)
  }

  const stage: Stage = {
    page,
    cast,
    get layout() {
      return layout
    },
    get locale() {
      return locale
    },
    t: (key, params) => createI18n(locale).t(key, params),
    view: (name) => page.locator(`[data-view="${name}"]`).last(),
    open,
    async openDock(session, tab, options = {}) {
      await open(session, { ...options, preferences: { dockTab: tab, ...options.preferences } })
      if (layout !== 'wide') await stage.command(`command.${tab}`)
      await stage.view(`dock-${tab}`).waitFor()
      await settled(page)
    },
    async cut() {
      wire = 'cut'
      for (const socket of sockets.splice(0)) await socket.close()
      await stage.view('connection-lost').waitFor()
    },
    async command(name) {
      await page.keyboard.press('Control+K')
      const palette = stage.view('palette')
      await palette.getByRole('combobox').fill(stage.t(name))
      await palette
        .locator('.palette__entry', { hasText: stage.t(name) })
        .first()
        .click()
    },
    async setLayout(next) {
      layout = next
      const [width, height] = sizes[next]
      await page.setViewportSize({ width, height })
    },
    async setLocale(next) {
      locale = next
      if (page.url().startsWith('about:')) return
      await page.evaluate((language) => {
        localStorage.setItem('roadstead.language', JSON.stringify(language))
        dispatchEvent(new StorageEvent('storage', { key: 'roadstead.language', storageArea: localStorage }))
      }, next)
      await page.locator(`html[lang="${next}"]`).waitFor({ state: 'attached' })
    },
    close: () => context.close(),
  }
  await stage.setLayout('wide')
  return stage
}

/** Runs in the page before anything of its own: what earlier views left behind goes, once for each load. */
function prepare(): void {
  const query = new URLSearchParams(location.search)
  const load = query.get('load')
  if (load === null) return
  const browser = query.get('browser')
  if (browser === 'strange') {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, version) {
      return open.call(this, `strange ${name}`, version)
    }
  }
  if (browser === 'slow') IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  if (browser === 'broken' || browser === 'undecided')
    Object.defineProperty(Notification, 'permission', {
      get() {
        if (browser === 'undecided') return 'default'
        throw new Error('the browser does not tell')
      },
    })
  if (sessionStorage.getItem('load') === load) return
  localStorage.clear()
  sessionStorage.clear()
  sessionStorage.setItem('load', load)
  const kept = JSON.parse(query.get('kept') ?? '{}') as Record<string, unknown>
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(`roadstead.${key}`, JSON.stringify(value))
}

/** Nothing is being fetched that leaves a placeholder. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.skeleton, [aria-busy="true"]:not(.turn)') === null && document.fonts.status === 'loaded',
  )
}

/** What was asked of the page's look has been drawn, and nothing is on its way to another; what turns for ever may turn. */
export async function rested(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}
