import { useEffect, useState, type ReactNode } from 'react'
import './states.css'

/** Grey lines in the place of what is coming; nothing at all in the first 150 ms. */
export function Skeleton({ label, lines = 4 }: { label: string; lines?: number }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="skeleton__line" style={{ width: `${90 - ((index * 23) % 50)}%` }} />
      ))}
    </div>
  )
}

/** One sentence, one action. */
export function EmptyState({ text, hint, action }: { text: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div className="state">
      <p className="state__text">{text}</p>
      {hint !== undefined && <p className="state__hint">{hint}</p>}
      {action !== undefined && <div className="state__action">{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  /** What happened, and what is kept. */
  readonly text: string
  /** The next step. */
  readonly action?: ReactNode
  readonly detailsLabel: string
  readonly details?: string
}

/** What happened, what is kept, the next step, and details that can be selected and copied. */
export function ErrorState({ text, action, detailsLabel, details }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <p className="state__text">{text}</p>
      {action !== undefined && <div className="state__action">{action}</div>}
      {details !== undefined && details !== '' && (
        <details className="state__details">
          <summary>{detailsLabel}</summary>
          <pre>{details}</pre>
        </details>
      )}
    </div>
  )
}

interface BannerProps {
  /** What it is called in the list of all views (`e2e/web/views.ts`). */
  readonly view: string
  readonly tone: 'info' | 'warn' | 'bad'
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** A line across the top of what it concerns. */
export function Banner({ view, tone, children, action }: BannerProps) {
  return (
    <div className={`banner banner--${tone}`} data-view={view} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className="banner__text">{children}</div>
      {action}
    </div>
  )
}

/** A key, or keys, to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>
}
