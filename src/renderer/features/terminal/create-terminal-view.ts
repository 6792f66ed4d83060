import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { keyUse } from './terminal-keys.ts'
import { readPaste, type Paste } from './paste.ts'
import { createScreenWriter } from './screen-writer.ts'
import { needsItsSize } from './terminal-text.ts'
import { terminalTheme } from './terminal-theme.ts'

/** What the channel says, and whether this client may type. */
export interface TerminalContent {
  readonly text: string
  /** The pty's size in cells. */
  readonly cols: number
  readonly rows: number
  readonly writable: boolean
}

export interface TerminalViewEvents {
  onInput(data: string): void
  /** The size that fits while this client may type; the pty should have it. */
  onFit(cols: number, rows: number): void
  /** A paste that spans lines; the person is asked before it happens. */
  onLines(paste: Extract<Paste, { kind: 'lines' }>): void
  onCopied(isDone: boolean): void
}

/** A terminal on the page. */
export interface TerminalView {
  show(content: TerminalContent): void
  setScreenReader(isOn: boolean): void
  /** Takes the colours of the page again. */
  recolor(): void
  paste(text: string): void
  /** Copies the selection, or everything. */
  copy(what: 'selection' | 'all'): void
  focus(): void
  dispose(): void
}

export interface TerminalViewNeeds {
  readonly element: HTMLElement
  readonly label: string
  readonly screenReader: boolean
  readonly keyboard: 'apple' | 'other'
  readonly events: TerminalViewEvents
}

export function createTerminalView({
  element,
  label,
  screenReader,
  keyboard,
  events,
}: TerminalViewNeeds): TerminalView {
  const terminal = new Terminal({
    fontFamily: getComputedStyle(element).getPropertyValue('--font-mono') || 'monospace',
    fontSize: 12,
    lineHeight: 1.3,
    scrollback: 10_000,
    // Broken sequences are the business of the program that prints them.
    logLevel: 'off',
    overviewRuler: { width: 10 },
    cursorBlink: false,
    cursorInactiveStyle: 'outline',
    disableStdin: true,
    minimumContrastRatio: 4.5,
    screenReaderMode: screenReader,
    macOptionIsMeta: false,
    theme: terminalTheme({ cursor: false }),
    // What a program prints may look like a link; nothing it prints is opened from here.
    linkHandler: { activate: () => {} },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.open(element)
  terminal.textarea?.setAttribute('aria-label', label)
  const writer = createScreenWriter(terminal)
  let content: TerminalContent | undefined
  let isExact = false
  let checked = 0

  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return content?.writable === true
    const use = keyUse(event, { hasSelection: terminal.hasSelection(), readOnly: content?.writable !== true, keyboard })
    if (use === 'terminal') return true
    if (use === 'page') return false
    event.preventDefault()
    if (use === 'copy') copyText(terminal.getSelection())
    else if (use === 'page-up') terminal.scrollPages(-1)
    else if (use === 'page-down') terminal.scrollPages(1)
    else if (use === 'top') terminal.scrollToTop()
    else terminal.scrollToBottom()
    return false
  })

  function onPaste(event: ClipboardEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (content?.writable !== true) return
    const paste = readPaste(event.clipboardData?.getData('text/plain') ?? '')
    if (paste.kind === 'line') terminal.paste(paste.text)
    else if (paste.kind === 'lines') events.onLines(paste)
  }
  element.addEventListener('paste', onPaste, true)
  const input = terminal.onData((data) => {
    if (content?.writable === true) events.onInput(data)
  })

  let frame: number | undefined
  const observer = new ResizeObserver(() => {
    if (frame !== undefined) return
    frame = requestAnimationFrame(() => {
      frame = undefined
      layOut()
    })
  })
  observer.observe(element)

  /** Own terminals, and those that print line by line, take the room there is; others keep the size they were drawn for. */
  function layOut(): void {
    if (content === undefined || element.clientWidth === 0) return
    const room = fit.proposeDimensions()
    if (room === undefined || Number.isNaN(room.cols) || Number.isNaN(room.rows)) return
    const isOwnSize = isExact && !content.writable
    const size = isOwnSize ? content : { cols: Math.max(20, room.cols), rows: Math.max(2, room.rows) }
    element.classList.toggle('terminal__screen--own-size', isOwnSize)
    if (terminal.cols !== size.cols || terminal.rows !== size.rows) terminal.resize(size.cols, size.rows)
    if (content.writable && (content.cols !== size.cols || content.rows !== size.rows))
      events.onFit(size.cols, size.rows)
  }

  /** Scrolls a screen larger than its room to the line that is written, once what is on its way is parsed. */
  function followCursor(): void {
    if (element.scrollHeight <= element.clientHeight) return
    terminal.write('', () => {
      const rowHeight = element.scrollHeight / terminal.rows
      const foot = (terminal.buffer.active.cursorY + 1) * rowHeight
      element.scrollTop = Math.max(0, foot - element.clientHeight)
    })
  }

  function copyText(text: string): void {
    if (text === '') return
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    copied.then(
      () => events.onCopied(true),
      () => events.onCopied(false),
    )
  }

  return {
    show(next) {
      const before = content
      content = next
      if (before?.writable !== next.writable) {
        terminal.options.disableStdin = !next.writable
        terminal.options.cursorBlink = next.writable
        terminal.options.theme = terminalTheme({ cursor: next.writable })
      }
      if (before === undefined || !next.text.startsWith(before.text)) checked = 0
      // A sequence may have been cut in two, so a little of what was looked at is looked at again.
      const needs = needsItsSize(next.text.slice(Math.max(0, checked - 32)))
      const becomesExact = needs && !isExact
      isExact = checked === 0 ? needs : isExact || needs
      checked = next.text.length
      layOut()
      if (becomesExact && before !== undefined && !next.writable) writer.rewrite(next.text)
      else writer.show(next.text)
      if (next.text !== before?.text) followCursor()
    },
    setScreenReader(isOn) {
      terminal.options.screenReaderMode = isOn
    },
    recolor() {
      terminal.options.theme = terminalTheme({ cursor: content?.writable === true })
    },
    paste: (text) => terminal.paste(text),
    copy(what) {
      if (what === 'selection') return copyText(terminal.getSelection())
      terminal.selectAll()
      copyText(terminal.getSelection().trimEnd())
      terminal.clearSelection()
    },
    focus: () => terminal.focus(),
    dispose() {
      if (frame !== undefined) cancelAnimationFrame(frame)
      observer.disconnect()
      element.removeEventListener('paste', onPaste, true)
      input.dispose()
      writer.dispose()
      terminal.dispose()
    },
  }
}
