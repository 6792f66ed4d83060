import { Button } from './button.tsx'
import './trust-line.css'

interface TrustLineProps {
  readonly question: string
  readonly trustLabel: string
  /** Absent once the person has chosen only to look. */
  readonly lookLabel?: string
  readonly isDisabled: boolean
  onTrust(): void
  onLook(): void
}

/** One line above Send: whether agents may run code from a folder. */
export function TrustLine({ question, trustLabel, lookLabel, isDisabled, onTrust, onLook }: TrustLineProps) {
  return (
    <div className="trust-line" data-view="trust" role="group" aria-label={question}>
      <span>{question}</span>
      <Button disabled={isDisabled} onClick={onTrust}>
        {trustLabel}
      </Button>
      {lookLabel !== undefined && (
        <Button look="quiet" onClick={onLook}>
          {lookLabel}
        </Button>
      )}
    </div>
  )
}
