import type { CodeLine } from './tokenize.ts'
import type { HighlightDone, HighlightJob } from './worker.ts'

/** Colours code, once for each text; what was coloured lately is there at once. */
export interface Highlighter {
  /** What is there without waiting. */
  peek(code: string, language: string): readonly CodeLine[] | undefined
  /** Undefined where it cannot be done: the code then stays plain. */
  highlight(code: string, language: string): Promise<readonly CodeLine[] | undefined>
}

/** What does the work: a worker. */
export interface HighlightWorker {
  postMessage(job: HighlightJob): void
  addEventListener(type: 'message', listener: (event: { readonly data: HighlightDone }) => void): void
  addEventListener(type: 'error', listener: () => void): void
  terminate(): void
}

/** What is kept coloured, about, in bytes: the code, and a small object for each stretch of it. */
export const maxKept = 4_000_000
const tokenBytes = 80
/** A piece of code that takes longer stays plain, and the worker is ended: an expression may never come to an end. Milliseconds. */
const jobLimitMs = 8_000

type Lines = readonly CodeLine[] | undefined
interface Waiting extends HighlightJob {
  settle(lines: Lines): void
}

/** The code is there twice: whole, and in stretches. */
function bytesOf(key: string, lines: readonly CodeLine[]): number {
  return key.length * 4 + lines.reduce((sum, line) => sum + (line.length + 1) * tokenBytes, 0)
}

/** `start` starts the worker when there is first something to do, and again after it had to be ended. */
export function createHighlighter(start: () => HighlightWorker): Highlighter {
  const kept = new Map<string, { readonly lines: readonly CodeLine[]; readonly bytes: number }>()
  const asked = new Map<string, Promise<Lines>>()
  const queue: Waiting[] = []
  let current: Waiting | undefined
  let worker: HighlightWorker | undefined
  let limit: ReturnType<typeof setTimeout> | undefined
  let size = 0
  let nextId = 1

  function keep(key: string, lines: readonly CodeLine[]): void {
    const bytes = bytesOf(key, lines)
    kept.set(key, { lines, bytes })
    size += bytes
    for (const [oldest, held] of kept) {
      if (size <= maxKept) break
      kept.delete(oldest)
      size -= held.bytes
    }
  }

  function next(): void {
    current = queue.shift()
    if (current === undefined) return
    limit = setTimeout(giveUp, jobLimitMs)
    worker ??= startWorker()
    worker.postMessage({ id: current.id, code: current.code, language: current.language })
  }

  function finish(lines: Lines): void {
    clearTimeout(limit)
    current?.settle(lines)
    next()
  }

  function giveUp(): void {
    worker?.terminate()
    worker = undefined
    finish(undefined)
  }

  function startWorker(): HighlightWorker {
    const started = start()
    started.addEventListener('message', ({ data }) => {
      if (data.id === current?.id) finish(data.lines)
    })
    started.addEventListener('error', () => {
      if (started === worker) giveUp()
    })
    return started
  }

  return {
    peek: (code, language) => kept.get(`${language}\n${code}`)?.lines,
    highlight(code, language) {
      const key = `${language}\n${code}`
      const known = kept.get(key)?.lines
      if (known !== undefined) return Promise.resolve(known)
      const before = asked.get(key)
      if (before !== undefined) return before
      const done = new Promise<Lines>((settle) => {
        queue.push({ id: nextId++, code, language, settle })
        if (current === undefined) next()
      }).then((lines) => {
        asked.delete(key)
        if (lines !== undefined) keep(key, lines)
        return lines
      })
      asked.set(key, done)
      return done
    },
  }
}
