import { afterEach } from 'vitest'

// Testing-library cleans up by itself only where test functions are global; ours are imported.
afterEach(async () => {
  if (typeof document === 'undefined' || document.body.childElementCount === 0) return
  const { cleanup } = await import('@testing-library/react')
  cleanup()
})
