import type { Launch } from './platform.ts'

/** What the fragment of the address says. */
export interface Fragment extends Launch {
  readonly pairingCode?: string
}

/** Reads `#pair=CODE&demo=1`, `#demo` and `#session=<uri>`, in any order. */
export function readFragment(hash: string): Fragment {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const code = fields.get('pair') ?? undefined
  const session = fields.get('session') ?? undefined
  return {
    demo: fields.has('demo'),
    ...(code === undefined || code === '' ? {} : { pairingCode: code }),
    ...(session === undefined || !session.startsWith('ahp-session:/') ? {} : { session }),
  }
}
