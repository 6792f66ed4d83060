import path from 'node:path'
import type { CastName } from './cast.ts'
import { settled, type Layout, type Stage } from './stage.ts'

/** One thing a person can have before them, and how they come to it. */
export interface View {
  /** For file names and reports. */
  readonly name: string
  /** The `data-view` names that are on the page then; between them the views of the list have all there are. */
  readonly shows: readonly string[]
  /** Where it looks different or is there at all; everywhere when absent. */
  readonly layouts?: readonly Layout[]
  /** Holds words that were chosen when they appeared: a change of language comes after them. */
  readonly keepsWords?: boolean
  reach(stage: Stage): Promise<void>
}

/** A session of the cast in front. */
function ofSession(name: CastName, ...shows: string[]): View {
  return {
    name: `session-${name}`,
    shows: ['session', ...shows],
    async reach(stage) {
      await stage.open(name)
      for (const each of shows) await stage.view(each).waitFor()
    },
  }
}

function ofSettings(section: string, place: number): View {
  return {
    name: `settings-${section}`,
    shows: ['settings', `settings-${section}`],
    reach: (stage) => openSettings(stage, place),
  }
}

async function openSettings(stage: Stage, place: number): Promise<void> {
  await stage.open('finished')
  await stage.page.keyboard.press('Control+,')
  await stage.view('settings').locator('.settings__link').nth(place).click()
  await settled(stage.page)
}

/** The list of sessions, wherever the layout has it. */
async function openList(stage: Stage): Promise<void> {
  await stage.open('finished')
  if (stage.layout === 'narrow') await stage.page.locator('.shell__bar-button').first().click()
  await stage.view('sessions').waitFor()
}

async function openRowMenu(stage: Stage): Promise<void> {
  await openList(stage)
  await stage.page.locator('.session-row__main').first().focus()
  await stage.page.keyboard.press('ArrowRight')
  const last = stage.page.locator('.session-row').first().locator('.session-row__tools button').last()
  await last.focus()
  await stage.page.keyboard.press('Enter')
}

async function chooseTwo(stage: Stage): Promise<void> {
  await openList(stage)
  await stage.page.locator('.session-row__main').first().focus()
  await stage.page.keyboard.press(' ')
  await stage.page.keyboard.press('Shift+ArrowDown')
  await stage.view('selection').waitFor()
}

async function openDiff(stage: Stage, file: string): Promise<void> {
  await stage.openDock('finished', 'changes')
  await stage.page.locator('.files__file', { hasText: file }).first().click()
  await stage.page.locator('.monaco-diff-editor .line-insert, .monaco-diff-editor .line-delete').first().waitFor()
}

async function openShell(stage: Stage): Promise<void> {
  await stage.cast.closeShells()
  await stage.openDock('idle', 'terminal')
  await stage
    .view('dock-terminal')
    .getByRole('button', { name: stage.t('terminal.new') })
    .first()
    .click()
  await stage.page.locator('.xterm-screen').waitFor()
  await stage.page.locator('.xterm-rows', { hasText: /[$#%>]\s*$/ }).waitFor()
  await stage.page.locator('.xterm-helper-textarea').focus()
  await stage.page.keyboard.type('echo $((40+2))\n')
  await stage.page.locator('.xterm-rows', { hasText: '42' }).waitFor()
}

async function openFirstRun(stage: Stage, folder?: string): Promise<void> {
  await stage.open(undefined, { onEmpty: true })
  await stage.view('first-run').waitFor()
  await stage.page.locator('.found-here li').first().waitFor()
  if (folder === undefined) return
  await stage.page.getByRole('combobox', { name: stage.t('first.folder') }).fill(folder)
}

async function openPrompt(stage: Stage): Promise<void> {
  await stage.openDock('models', 'activity')
  await stage.page.locator('.chip--models').click()
  await stage.page.locator('.entry--models .entry__line').first().click()
  await stage.page.getByRole('button', { name: stage.t('activity.openPrompt') }).click()
  await stage.view('prompt').waitFor()
  await settled(stage.page)
}

async function draft(stage: Stage, text: string): Promise<void> {
  await stage.open('drafting')
  await stage.page.locator('.message-box__field').fill('')
  await stage.page.locator('.message-box__field').pressSequentially(text)
}

const wide = ['wide'] as const
const roomy = ['wide', 'medium'] as const

/** Everything the page can show. A test holds it against the `data-view` names in the sources. */
export const views: readonly View[] = [
  // Before there is a host.
  {
    name: 'starting',
    shows: ['starting'],
    async reach(stage) {
      await stage.open(undefined, { browser: 'slow', isUnready: true })
      await stage.view('starting').locator('.skeleton').waitFor()
    },
  },
  {
    name: 'pairing',
    shows: ['pairing'],
    async reach(stage) {
      await stage.open(undefined, { browser: 'strange', isUnready: true })
      await stage.view('pairing').waitFor()
    },
  },
  {
    name: 'pairing-wrong-code',
    shows: ['pairing'],
    async reach(stage) {
      await stage.open(undefined, { browser: 'strange', isUnready: true, fragment: 'pair=AAAAAAAA' })
      await stage.view('pairing').getByRole('alert').waitFor()
    },
  },
  {
    name: 'page-failed',
    shows: ['page-failed'],
    async reach(stage) {
      await stage.open('idle', { browser: 'broken', isUnready: true })
      await stage.view('page-failed').waitFor()
    },
  },
  {
    name: 'sessions-loading',
    shows: ['sessions-loading'],
    async reach(stage) {
      await stage.open(undefined, { wire: 'silent', isUnready: true })
      await stage.view('sessions-loading').locator('.skeleton').waitFor()
    },
  },

  // The first screen.
  { name: 'first-run', shows: ['first-run'], reach: (stage) => openFirstRun(stage) },
  {
    name: 'first-run-folders',
    shows: ['first-run', 'folders'],
    async reach(stage) {
      await openFirstRun(stage, `${path.dirname(stage.cast.strangeFolder)}/`)
      await stage.view('folders').waitFor()
    },
  },
  {
    name: 'first-run-trust',
    shows: ['first-run', 'trust'],
    async reach(stage) {
      await openFirstRun(stage, stage.cast.strangeFolder)
      await stage.page.keyboard.press('Escape')
      await stage.view('trust').waitFor()
    },
  },
  {
    name: 'first-run-commands',
    shows: ['first-run', 'suggestions'],
    async reach(stage) {
      await openFirstRun(stage)
      await stage.page.locator('.message-box__field').fill('')
      await stage.page.locator('.message-box__field').pressSequentially('/')
      await stage.view('suggestions').waitFor()
    },
  },
  {
    name: 'menu-agent',
    shows: ['menu-agent'],
    async reach(stage) {
      await openFirstRun(stage)
      await stage.page.locator('.first-run__choice').first().click()
      await stage.view('menu-agent').waitFor()
    },
  },
  {
    name: 'menu-level',
    shows: ['menu-level'],
    async reach(stage) {
      await openFirstRun(stage)
      await stage.page.locator('.first-run__choice').last().click()
      await stage.view('menu-level').waitFor()
    },
  },
  {
    name: 'key',
    shows: ['key'],
    async reach(stage) {
      await openFirstRun(stage)
      await stage.page.locator('.found-here__head button').click()
      await stage.view('key').waitFor()
      await settled(stage.page)
    },
  },

  // Sessions.
  {
    name: 'no-session',
    shows: ['no-session'],
    async reach(stage) {
      await stage.open('idle')
      await stage.page.keyboard.press('Alt+W')
      await stage.view('no-session').waitFor()
    },
  },
  {
    name: 'session-gone',
    shows: [],
    async reach(stage) {
      await stage.open(undefined, { fragment: 'session=ahp-session:/00000000-0000-4000-8000-000000000000' })
      await stage.page.locator('main .state').first().waitFor()
    },
  },
  ofSession('idle'),
  ofSession('finished'),
  ofSession('complete', 'task-complete'),
  ofSession('approval', 'approval'),
  ofSession('question', 'question'),
  ofSession('denied', 'denied'),
  ofSession('failed', 'turn-error'),
  ofSession('interrupted', 'turn-error'),
  ofSession('working', 'queue'),
  ofSession('steered'),
  ofSession('models', 'chats'),
  ofSession('failures', 'turn-error'),
  ofSession('untrusted', 'trust'),
  {
    name: 'session-retrying',
    shows: ['session'],
    async reach(stage) {
      await stage.cast.makeRetry()
      await stage.open('retrying')
      await stage.page.locator('.turn__working').waitFor()
    },
  },
  {
    name: 'session-steps-open',
    shows: ['session'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.locator('.chat__scroller').evaluate((log) => log.scrollTo({ top: 0 }))
      for (const step of await stage.page.locator('.step__line').all()) await step.click()
      await stage.page.locator('.chat__scroller').evaluate((log) => log.scrollTo({ top: 240 }))
    },
  },
  {
    name: 'approval-edit',
    shows: ['approval'],
    async reach(stage) {
      await stage.open('approval')
      await stage
        .view('approval')
        .getByRole('button', { name: stage.t('approval.edit') })
        .click()
    },
  },
  {
    name: 'approval-deny',
    shows: ['approval'],
    async reach(stage) {
      await stage.open('approval')
      await stage
        .view('approval')
        .getByRole('button', { name: stage.t('approval.addSentence') })
        .click()
    },
  },
  {
    name: 'session-rename',
    shows: ['session'],
    async reach(stage) {
      await stage.open('idle')
      await stage.page.locator('.session-header__title button').click()
    },
  },
  {
    name: 'menu-session-level',
    shows: ['menu-session-level'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.locator('.session-header__level').click()
      await stage.view('menu-session-level').waitFor()
    },
  },
  {
    name: 'find',
    shows: ['find'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.keyboard.press('Control+F')
      await stage.view('find').locator('input').fill('3600')
      await stage.view('find').locator('.find__count', { hasText: /\d/ }).waitFor()
    },
  },
  {
    name: 'link',
    shows: ['link'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.locator('.link').first().click()
      await stage.view('link').waitFor()
    },
  },
  {
    name: 'image',
    shows: ['image'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.locator('.attachment__picture').first().click()
      await stage.view('image').waitFor()
    },
  },
  {
    name: 'context',
    shows: ['context'],
    async reach(stage) {
      await stage.open('models')
      await stage.page.locator('.meter').first().click()
      await stage.view('context').waitFor()
    },
  },
  {
    name: 'model-picker',
    shows: ['model-picker'],
    async reach(stage) {
      await stage.open('models')
      await stage.page.locator('.model-button').click()
      await stage.view('model-picker').waitFor()
    },
  },
  {
    name: 'mentions',
    shows: ['suggestions'],
    async reach(stage) {
      await draft(stage, '@')
      await stage.view('suggestions').waitFor()
    },
  },
  {
    name: 'slash-commands',
    shows: ['suggestions'],
    async reach(stage) {
      await draft(stage, '/')
      await stage.view('suggestions').waitFor()
    },
  },
  {
    name: 'attachments',
    shows: ['attachments'],
    async reach(stage) {
      await stage.open('drafting')
      const picture = path.join(import.meta.dirname, '../../src/renderer/public/icon.svg')
      await stage.page.locator('.composer input[type="file"]').setInputFiles([picture])
      await stage.view('attachments').waitFor()
    },
  },
  {
    name: 'queue-edit',
    shows: ['queue'],
    async reach(stage) {
      await stage.open('working')
      await stage
        .view('queue')
        .getByRole('button', { name: stage.t('composer.editQueued') })
        .last()
        .click()
    },
  },
  {
    name: 'menu-queue',
    shows: ['menu-queue'],
    async reach(stage) {
      await stage.open('working')
      await stage
        .view('queue')
        .getByRole('button', { name: stage.t('queue.menu') })
        .first()
        .click()
      await stage.view('menu-queue').waitFor()
    },
  },
  {
    name: 'side-by-side',
    shows: ['session'],
    layouts: wide,
    async reach(stage) {
      const items = (['finished', 'approval', 'models'] as const).map((name) => ({
        session: stage.cast.sessions[name],
        share: 1,
      }))
      await stage.open('finished', { preferences: { panes: { items, focused: 0 }, dockOpen: false } })
      await stage.view('approval').waitFor()
    },
  },
  {
    name: 'new-session',
    shows: ['new-session'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.keyboard.press('Alt+N')
      await stage.view('new-session').waitFor()
      await settled(stage.page)
    },
  },

  // The list.
  { name: 'sessions', shows: ['sessions'], reach: openList },
  {
    name: 'sessions-by-folder',
    shows: ['sessions'],
    async reach(stage) {
      await openList(stage)
      await stage
        .view('sessions')
        .locator('.session-tools__row .icon-button, .session-tools__row button')
        .last()
        .click()
      await stage.view('menu-grouping').getByRole('menuitem').last().click()
      await stage.view('menu-grouping').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'menu-grouping',
    shows: ['menu-grouping'],
    async reach(stage) {
      await openList(stage)
      await stage.view('sessions').locator('.session-tools__row button').last().click()
      await stage.view('menu-grouping').waitFor()
    },
  },
  {
    name: 'sessions-no-match',
    shows: ['sessions'],
    async reach(stage) {
      await openList(stage)
      await stage.page.locator('[data-session-filter]').fill('没有 nothing')
    },
  },
  {
    name: 'menu-session',
    shows: ['menu-session'],
    async reach(stage) {
      await openRowMenu(stage)
      await stage.view('menu-session').waitFor()
    },
  },
  { name: 'selection', shows: ['selection'], reach: chooseTwo },
  {
    name: 'delete-sessions',
    shows: ['delete-sessions'],
    async reach(stage) {
      await chooseTwo(stage)
      await stage.view('selection').locator('.bulk-bar__delete').click()
      await stage.view('delete-sessions').waitFor()
    },
  },
  {
    name: 'archived',
    shows: ['archived'],
    async reach(stage) {
      await openList(stage)
      await stage.page.locator('.session-list__archive').click()
      await stage.view('archived').waitFor()
    },
  },

  // The dock.
  {
    name: 'dock-sheet',
    shows: ['dock-sheet', 'dock-changes'],
    layouts: ['medium'],
    reach: (stage) => stage.openDock('finished', 'changes'),
  },
  { name: 'changes', shows: ['dock-changes'], reach: (stage) => stage.openDock('finished', 'changes') },
  { name: 'changes-diff', shows: ['dock-changes'], reach: (stage) => openDiff(stage, 'date.js') },
  {
    name: 'changes-uncommitted',
    shows: ['dock-changes'],
    async reach(stage) {
      await stage.openDock('finished', 'changes')
      await stage.page.locator('.picker__choice').last().click()
      await stage.page.locator('.files__file', { hasText: 'waves.png' }).click()
      await stage.view('dock-changes').locator('img').first().waitFor()
    },
  },
  {
    name: 'changes-review',
    shows: ['dock-changes'],
    layouts: wide,
    async reach(stage) {
      await openDiff(stage, 'date.js')
      await stage.page.keyboard.press('Alt+R')
      await stage.page.locator('.shell__dock--review').waitFor()
    },
  },
  { name: 'changes-none', shows: ['dock-changes'], reach: (stage) => stage.openDock('idle', 'changes') },
  { name: 'changes-untrusted', shows: ['dock-changes'], reach: (stage) => stage.openDock('untrusted', 'changes') },
  {
    name: 'menu-diff',
    shows: ['menu-diff'],
    async reach(stage) {
      await openDiff(stage, 'date.js')
      await stage.page.locator('.diff__toolbar button').last().click()
      await stage.view('menu-diff').waitFor()
    },
  },
  {
    name: 'line-origin',
    shows: ['line-origin'],
    async reach(stage) {
      await openDiff(stage, 'date.js')
      const line = stage.page.locator('.monaco-diff-editor .editor.modified .line-insert').first()
      const box = await line.boundingBox()
      if (box === null) throw new Error('the changed line is not shown')
      await stage.page.mouse.click(box.x + 40, box.y + box.height / 2)
      await stage.page.keyboard.press('w')
      await stage.view('line-origin').waitFor()
      await settled(stage.page)
    },
  },
  {
    name: 'dock-failed',
    shows: ['dock-terminal'],
    async reach(stage) {
      await stage.page.route('**/assets/terminal-pane-*.js', (route) => route.abort())
      await stage.openDock('finished', 'terminal')
      await stage.view('dock-terminal').getByRole('alert').waitFor()
      await stage.page.unroute('**/assets/terminal-pane-*.js')
    },
  },
  {
    name: 'terminal',
    shows: ['dock-terminal'],
    async reach(stage) {
      await stage.openDock('finished', 'terminal')
      await stage.page.locator('.xterm-rows > div', { hasText: /\S/ }).first().waitFor()
    },
  },
  { name: 'terminal-shell', shows: ['dock-terminal'], reach: openShell },
  {
    name: 'terminal-none',
    shows: ['dock-terminal'],
    reach: async (stage) => {
      await stage.cast.closeShells()
      await stage.openDock('idle', 'terminal')
    },
  },
  {
    name: 'menu-terminal',
    shows: ['menu-terminal'],
    async reach(stage) {
      await openShell(stage)
      await stage
        .view('dock-terminal')
        .getByRole('button', { name: stage.t('terminal.menu') })
        .click()
      await stage.view('menu-terminal').waitFor()
    },
  },
  {
    name: 'paste-lines',
    shows: ['paste-lines'],
    async reach(stage) {
      await openShell(stage)
      await stage.page.locator('.xterm-helper-textarea').evaluate((box) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', 'git status\ngit diff\n')
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      await stage.view('paste-lines').waitFor()
    },
  },
  {
    name: 'close-terminal',
    shows: ['close-terminal'],
    async reach(stage) {
      await openShell(stage)
      await stage.view('dock-terminal').locator('.terminal__head button, .terminal__info button').last().click()
      await stage.view('close-terminal').waitFor()
    },
  },
  { name: 'plan', shows: ['dock-plan'], reach: (stage) => stage.openDock('finished', 'plan') },
  { name: 'plan-none', shows: ['dock-plan'], reach: (stage) => stage.openDock('idle', 'plan') },
  {
    name: 'activity',
    shows: ['dock-activity'],
    async reach(stage) {
      await stage.openDock('finished', 'activity')
      await stage.page.locator('.entry').first().waitFor()
    },
  },
  {
    name: 'activity-entry',
    shows: ['dock-activity'],
    async reach(stage) {
      await stage.openDock('finished', 'activity')
      for (const place of [0, 1, 2]) await stage.page.locator('.entry__line').nth(place).click()
    },
  },
  { name: 'activity-failures', shows: ['dock-activity'], reach: (stage) => stage.openDock('failures', 'activity') },
  { name: 'prompt', shows: ['prompt'], reach: openPrompt },
  {
    name: 'prompt-compare',
    shows: ['prompt', 'compare'],
    async reach(stage) {
      await openPrompt(stage)
      await stage.view('prompt').locator('select').selectOption({ index: 1 })
      await stage.view('compare').waitFor()
    },
  },

  // What floats over everything.
  {
    name: 'palette',
    shows: ['palette'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.keyboard.press('Control+K')
      await stage.view('palette').waitFor()
    },
  },
  {
    name: 'palette-search',
    shows: ['palette'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.keyboard.press('Control+K')
      await stage.view('palette').getByRole('combobox').fill('da')
      await stage.view('palette').locator('.palette__entry', { hasText: 'date' }).first().waitFor()
    },
  },
  {
    name: 'shortcuts',
    shows: ['shortcuts'],
    async reach(stage) {
      await stage.open('finished')
      await stage.page.locator('.chat__scroller').focus()
      await stage.page.keyboard.press('?')
      await stage.view('shortcuts').waitFor()
    },
  },
  ofSettings('models', 0),
  ofSettings('appearance', 1),
  ofSettings('keyboard', 2),
  ofSettings('notifications', 3),
  ofSettings('sandbox', 4),
  ofSettings('devices', 5),
  ofSettings('data', 6),
  {
    name: 'settings-search',
    shows: ['settings'],
    async reach(stage) {
      await openSettings(stage, 1)
      await stage.view('settings').locator('.settings__search input').fill(stage.t('settings.contrast'))
    },
  },
  {
    name: 'endpoint',
    shows: ['endpoint'],
    async reach(stage) {
      await openSettings(stage, 0)
      await stage
        .view('settings')
        .getByRole('button', { name: stage.t('endpoint.add') })
        .click()
      await stage.view('endpoint').waitFor()
    },
  },
  {
    name: 'revoke-device',
    shows: ['revoke-device'],
    async reach(stage) {
      await openSettings(stage, 5)
      await stage.view('settings').locator('.devices__row button').first().click()
      await stage.view('revoke-device').waitFor()
    },
  },
  {
    name: 'toast',
    shows: ['toast'],
    keepsWords: true,
    async reach(stage) {
      await stage.open('finished')
      await stage.command('command.undoDiscard')
      await stage.view('toast').waitFor()
    },
  },
  {
    name: 'connection-lost',
    shows: ['connection-lost', 'session'],
    async reach(stage) {
      await stage.open('approval')
      await stage.cut()
    },
  },
  {
    name: 'host-notice',
    shows: ['host-notice'],
    async reach(stage) {
      const notice =
        'The disk that holds /data is full (ENOSPC). Everything already there is kept and can be read; nothing new is saved.'
      const readOnly = JSON.stringify({ readOnly: true, notice }).slice(1, -1)
      await stage.open('finished', { rewrite: (text) => text.replaceAll('"readOnly":false', readOnly) })
      await stage.view('host-notice').waitFor()
    },
  },
  {
    name: 'notify-offer',
    shows: ['notify-offer'],
    layouts: roomy,
    async reach(stage) {
      await stage.open('finished', { browser: 'undecided', preferences: { notifyOfferAnswered: false } })
      await stage.view('notify-offer').waitFor()
    },
  },
]
