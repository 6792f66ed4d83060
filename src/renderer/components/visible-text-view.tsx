import { Fragment, memo } from 'react'
import { visibleParts } from './visible-text.ts'
import './visible-text.css'

/** A text in which each character that cannot be seen is shown by its code. */
export const VisibleText = memo(function VisibleText({ text }: { text: string }) {
  const parts = visibleParts(text)
  if (parts.length === 1 && parts[0]?.kind === 'text') return text
  return parts.map((part, index) =>
    part.kind === 'text' ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <mark key={index} className="hidden-char">
        {part.code}
      </mark>
    ),
  )
})
