import { useCallback, useEffect, useState } from 'react'

/** How long a button says that it has copied. Milliseconds. */
const saidMs = 1_500

/**
 * Copies a text, and tells for a moment that it has. Where the browser does not let (the page has lost the focus, or is
 * not served securely) nothing is said to be copied.
 */
export function useCopy(): { readonly isCopied: boolean; copy(text: string): void } {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), saidMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = useCallback((text: string) => {
    void copyText(text).then(setCopied)
  }, [])
  return { isCopied, copy }
}

/** Copies a text; answers whether the browser let. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
