import { fullReset, nextWrite } from './terminal-text.ts'

/** The part of xterm the writer needs. */
export interface Screen {
  write(data: string, done?: () => void): void
  readonly parser: {
    registerCsiHandler(
      id: { prefix?: string; intermediates?: string; final: string },
      handle: () => boolean,
    ): Disposable
    registerDcsHandler(id: { intermediates?: string; final: string }, handle: () => boolean): Disposable
    registerOscHandler(id: number, handle: (data: string) => boolean): Disposable
  }
}

interface Disposable {
  dispose(): void
}

/** Keeps a screen equal to a terminal's text by writing only what is new. */
export interface ScreenWriter {
  show(text: string): void
  /** Writes the whole text again, for example after the size it was laid out for changed. */
  rewrite(text: string): void
  dispose(): void
}

/**
 * A writer for a fresh screen. Programs ask their terminal questions in what they print; while old text is written again
 * those are not answered, as the answer would be typed into whatever runs now.
 */
export function createScreenWriter(screen: Screen): ScreenWriter {
  let written = ''
  let replays = 0
  const isReplay = () => replays > 0
  const { parser } = screen
  const stops = [
    parser.registerCsiHandler({ final: 'c' }, isReplay),
    parser.registerCsiHandler({ prefix: '>', final: 'c' }, isReplay),
    parser.registerCsiHandler({ prefix: '=', final: 'c' }, isReplay),
    parser.registerCsiHandler({ final: 'n' }, isReplay),
    parser.registerCsiHandler({ prefix: '?', final: 'n' }, isReplay),
    parser.registerCsiHandler({ intermediates: '$', final: 'p' }, isReplay),
    parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, isReplay),
    parser.registerCsiHandler({ final: 't' }, isReplay),
    parser.registerCsiHandler({ prefix: '>', final: 'q' }, isReplay),
    parser.registerDcsHandler({ intermediates: '$', final: 'q' }, isReplay),
    ...[4, 10, 11, 12].map((id) => parser.registerOscHandler(id, (data) => isReplay() && data.includes('?'))),
  ]

  function replay(data: string): void {
    replays += 1
    screen.write(data, () => {
      replays -= 1
    })
  }

  return {
    show(text) {
      const next = nextWrite(written, text)
      if (next.kind === 'nothing') return
      const isFirst = written === ''
      written = text
      if (next.kind === 'rewrite') replay(fullReset + next.data)
      else if (isFirst) replay(next.data)
      else screen.write(next.data)
    },
    rewrite(text) {
      written = text
      replay(fullReset + text)
    },
    dispose() {
      for (const stop of stops) stop.dispose()
    },
  }
}
