import type { SessionSummary } from '../../../protocol/channels/session/state.ts'

/** What a row asks the list for; the same object for the life of the list, so that rows stay as they are. */
export interface RowActions {
  /** A click, with what was held. */
  press(session: string, how: 'open' | 'toggle' | 'extend'): void
  openBeside(session: string): void
  startRename(session: string): void
  endRename(summary: SessionSummary, title: string | undefined): void
  setPinned(session: string, isPinned: boolean): void
  movePin(session: string, step: -1 | 1): void
  archive(summary: SessionSummary): void
  unarchive(summary: SessionSummary): void
  setRead(session: string, isRead: boolean): void
  stop(summary: SessionSummary): void
  askDelete(summary: SessionSummary): void
  /** The row takes the list's one stop of the Tab key. */
  enter(session: string): void
  drag(session: string | undefined): void
}

/** What is so for all rows at a time. */
export interface RowFacts {
  readonly isReachable: boolean
  readonly now: number
  /** Below a heading that names the folder, a row need not. */
  readonly showsFolder: boolean
  readonly canOpenBeside: boolean
  readonly besideKeys: string | undefined
}
