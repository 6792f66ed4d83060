import { spawn } from 'node:child_process'
import { withoutModelKeys } from './secrets/key-variables.ts'

/** `started`: the program runs; whether it shows the page nobody knows. */
export type OpenBrowserOutcome =
  { readonly kind: 'started' } | { readonly kind: 'not-started'; readonly reason: string }

export interface OpenBrowserNeeds {
  /** `BROWSER=none` opens nothing; another value names the program to use. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Still running after this long counts as started. */
  readonly waitMs?: number
}

/**
 * Opens a file or address in the person's browser, without a shell. Process arguments can be read by others: hand over
 * the path of a 0600 file when a secret is involved. Never throws.
 */
export async function openBrowser(target: string, needs: OpenBrowserNeeds): Promise<OpenBrowserOutcome> {
  const opener = chooseOpener(needs)
  if (typeof opener !== 'string') return opener
  return await startProgram(opener, target, needs)
}

function chooseOpener({ env, platform }: OpenBrowserNeeds): string | OpenBrowserOutcome {
  const chosen = env['BROWSER']
  if (chosen === 'none') return notStarted('BROWSER=none')
  if (chosen !== undefined && chosen !== '') return chosen
  if (platform === 'darwin') return 'open'
  // `start` is a word of the Windows shell; the file manager opens things the same way without one.
  if (platform === 'win32') return 'explorer.exe'
  // Without a screen, xdg-open would start a text browser in the terminal.
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return notStarted('there is no screen')
  return 'xdg-open'
}

function startProgram(program: string, target: string, needs: OpenBrowserNeeds): Promise<OpenBrowserOutcome> {
  return new Promise((resolve) => {
    try {
      const child = spawn(program, [target], {
        env: withoutModelKeys(needs.env),
        shell: false,
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
      })
      const timer = setTimeout(() => resolve({ kind: 'started' }), needs.waitMs ?? 3_000)
      child.once('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer)
        resolve(notStarted(error.code === 'ENOENT' ? `${program} was not found` : error.message))
      })
      child.once('exit', (code) => {
        clearTimeout(timer)
        // The Windows file manager ends with 1 even when all went well.
        const succeeded = code === 0 || needs.platform === 'win32'
        resolve(succeeded ? { kind: 'started' } : notStarted(`${program} ended with ${code ?? 'a signal'}`))
      })
      child.unref()
    } catch (error) {
      resolve(notStarted(error instanceof Error ? error.message : 'unknown'))
    }
  })
}

function notStarted(reason: string): OpenBrowserOutcome {
  return { kind: 'not-started', reason }
}
