import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dispose } from '../platform/disposable.ts'
import { newId } from '../platform/ids.ts'

export interface OpenFileNeeds {
  /** Made if missing, readable by the person only. */
  readonly dir: string
  /** `http://127.0.0.1:PORT` */
  readonly pageUrl: string
  readonly code: string
  /** The page goes straight into the demo. */
  readonly demo?: boolean
  /** How long the code is good; the file goes then. */
  readonly lifeMs: number
  /** Tells when the code was used; the file goes then. */
  readonly onSpent: (listener: () => void) => Dispose
}

/** The file the browser is sent to. */
export interface OpenFile {
  readonly path: string
  /** Deletes it; harmless when it is gone. */
  remove(): Promise<void>
}

/**
 * Writes the page that takes the browser to the host with a pairing code (W4c). The browser is given this file's path:
 * process arguments can be read by everybody on the machine, a 0600 file cannot.
 */
export async function writeOpenFile({ dir, pageUrl, code, demo, lifeMs, onSpent }: OpenFileNeeds): Promise<OpenFile> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await removeLeftOver(dir, lifeMs)
  const path = join(dir, `open-${newId()}.html`)
  const address = `${pageUrl}/#pair=${encodeURIComponent(code)}${demo === true ? '&demo=1' : ''}`
  await writeFile(path, forwardingPage(address), { mode: 0o600, flag: 'wx' })

  let removed: Promise<void> | undefined
  function remove(): Promise<void> {
    clearTimeout(timer)
    forget()
    return (removed ??= rm(path, { force: true }))
  }
  // A file that cannot be deleted holds a code that is void by then.
  const removeQuietly = () => void remove().catch(() => {})
  const timer = setTimeout(removeQuietly, lifeMs)
  timer.unref()
  const forget = onSpent(removeQuietly)
  return { path, remove }
}

/** A process that ended first leaves its file behind; what is older than a code can be is void. */
async function removeLeftOver(dir: string, lifeMs: number): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!/^open-[0-9a-f-]+\.html$/.test(name)) continue
    const path = join(dir, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && Date.now() - facts.mtimeMs > lifeMs) await rm(path, { force: true }).catch(() => {})
  }
}

function forwardingPage(url: string): string {
  const attribute = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Roadstead</title>' +
    `<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${attribute}"></head>` +
    `<body><p>Opening <a href="${attribute}" rel="noreferrer">Roadstead</a> …</p></body></html>\n`
  )
}
