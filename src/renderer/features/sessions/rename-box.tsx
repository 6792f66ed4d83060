import { useEffect, useRef } from 'react'

interface RenameBoxProps {
  readonly label: string
  readonly title: string
  /** Undefined when the title stays. */
  onDone(title: string | undefined): void
}

/** A field in the place of the title. Enter and leaving keep, Escape forgets. */
export function RenameBox({ label, title, onDone }: RenameBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    // The row that had the focus is gone: what is typed next is meant for here.
    if (document.activeElement === document.body) input.current?.select()
    // After a menu has given its focus back.
    const timer = setTimeout(() => {
      if (document.activeElement !== input.current) input.current?.select()
    }, 0)
    return () => clearTimeout(timer)
  }, [])

  function finish(text: string | undefined) {
    if (isOver.current) return
    isOver.current = true
    const next = text?.trim()
    onDone(next === undefined || next === '' || next === title ? undefined : next)
  }
  return (
    <input
      ref={input}
      className="session-row__rename"
      aria-label={label}
      defaultValue={title}
      maxLength={500}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        // The list's own keys are not meant while a title is written.
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key === 'Escape') finish(undefined)
      }}
    />
  )
}
