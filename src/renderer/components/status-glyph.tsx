import './status-glyph.css'

/** What a session is to the person; each has a shape of its own, so colour is never the only sign. */
export type Glyph = 'needs-you' | 'working' | 'review' | 'done' | 'idle' | 'failed' | 'unreachable'

/** The sign of a status. `name` is spoken, and shown on hover. */
export function StatusGlyph({ glyph, name }: { glyph: Glyph; name: string }) {
  return (
    <svg className={`glyph glyph--${glyph}`} width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={name}>
      <title>{name}</title>
      {shapes[glyph]}
    </svg>
  )
}

const shapes = {
  'needs-you': <circle cx="7" cy="7" r="4.5" fill="currentColor" />,
  working: (
    <circle
      cx="7"
      cy="7"
      r="4.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="19 9.3"
      strokeLinecap="round"
    />
  ),
  review: (
    <>
      <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M7 2.5a4.5 4.5 0 0 0 0 9z" fill="currentColor" />
    </>
  ),
  done: (
    <path
      d="M3 7.4 5.8 10 11 4.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  idle: <circle cx="7" cy="7" r="2.6" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  failed: (
    <path
      d="m3.8 3.8 6.4 6.4m0-6.4-6.4 6.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
    />
  ),
  unreachable: (
    <path
      d="M11.2 8.6A4.7 4.7 0 0 1 5.4 2.8a4.7 4.7 0 1 0 5.8 5.8z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
    />
  ),
}
