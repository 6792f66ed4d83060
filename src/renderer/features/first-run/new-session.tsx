interface NewSessionProps {
  onStarted(session: string): void
  onDemo(): Promise<void>
  readonly isDemoStarting: boolean
  /** In a sheet, which has its own title. */
  readonly lead: boolean
}
export function NewSession({ onDemo }: NewSessionProps) {
  return <button onClick={() => void onDemo()}>Try the demo</button>
}
