import { NewSessionForm } from '../features/first-run/new-session-form.tsx'

interface NewSessionProps {
  onStarted(session: string): void
  onDemo(): Promise<void>
  readonly isDemoStarting: boolean
  /** In a sheet, which has a title of its own and needs no facts about the machine. */
  readonly inSheet: boolean
}

/** The first screen, and the sheet for a new session. */
export function NewSession(props: NewSessionProps) {
  return <NewSessionForm {...props} />
}
