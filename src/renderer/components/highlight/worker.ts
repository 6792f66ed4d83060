/** Colours code beside the page, so that a long block never holds up a frame. */
import { tokenize, type CodeLine } from './tokenize.ts'

export interface HighlightJob {
  readonly id: number
  readonly code: string
  readonly language: string
}

/** `lines` is absent where it could not be done. */
export interface HighlightDone {
  readonly id: number
  readonly lines?: readonly CodeLine[]
}

self.addEventListener('message', ({ data }: MessageEvent<HighlightJob>) => {
  tokenize(data.code, data.language).then(
    (lines) => self.postMessage({ id: data.id, lines } satisfies HighlightDone),
    () => self.postMessage({ id: data.id } satisfies HighlightDone),
  )
})
