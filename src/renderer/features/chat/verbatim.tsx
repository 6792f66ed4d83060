import { VisibleText } from '../../components/visible-text-view.tsx'

/** Text exactly as it is, in mono, in the order it is stored; what cannot be seen is shown by its code. */
export function Verbatim({ text, label }: { text: string; label?: string }) {
  return (
    <pre className="verbatim scroll" dir="ltr" tabIndex={0} aria-label={label}>
      <code>
        <VisibleText text={text} />
      </code>
    </pre>
  )
}
