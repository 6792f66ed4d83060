import type { ReactNode } from 'react'

interface SessionPaneProps {
  readonly session: string
  readonly apple: boolean
  readonly start?: ReactNode
  readonly end?: ReactNode
  onShowChanges(): void
  onShowTerminal(): void
}
export function SessionPane({ session }: SessionPaneProps) {
  return <div>{session}</div>
}
