import { Fragment } from 'react'
import { visibleParts } from '../../components/visible-text.ts'

/** Text exactly as it is, in mono, in the order it is stored; what cannot be seen is shown by its code. */
export function Verbatim({ text, label }: { text: string; label?: string }) {
  return (
    <pre className="verbatim scroll" dir="ltr" tabIndex={0} aria-label={label}>
      <code>
        {visibleParts(text).map((part, index) =>
          part.kind === 'text' ? (
            <Fragment key={index}>{part.text}</Fragment>
          ) : (
            <mark key={index} className="hidden-char">
              {part.code}
            </mark>
          ),
        )}
      </code>
    </pre>
  )
}
