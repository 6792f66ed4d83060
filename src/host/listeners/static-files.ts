import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { answerText } from './answers.ts'
import type { RequestFacts } from './request-facts.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
}

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** Answers with a file of the web build, or 404. Paths without an extension are the app's own routes. GET and HEAD only. */
export async function serveStatic(
  facts: RequestFacts,
  response: ServerResponse,
  webRoot: string | undefined,
): Promise<void> {
  const parts = splitPath(facts.path)
  if (parts === undefined) return answerText(response, 404, 'There is nothing here.\n')
  const isRoute = extname(parts.at(-1) ?? '') === ''
  const relative = isRoute ? 'index.html' : join(...parts)
  const file = webRoot === undefined ? undefined : await findFile(webRoot, relative)
  if (file === undefined) {
    if (isRoute) return answerNotBuilt(response)
    return answerText(response, 404, 'There is nothing here.\n')
  }
  await sendFile(facts, response, webRoot ?? '', relative, file)
}

/** Decoded path segments; undefined for what no file of a web build is called (`..`, dot files, NUL, backslash). */
function splitPath(path: string): string[] | undefined {
  let decoded
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return undefined
  }
  if (!decoded.startsWith('/') || /[\0\\:]/.test(decoded)) return undefined
  const parts = decoded.slice(1).split('/')
  return parts.some((part, i) => part.startsWith('.') || (part === '' && i < parts.length - 1)) ? undefined : parts
}

type FoundFile = { readonly path: string; readonly bytes: number; readonly modifiedMs: number }

/** The real path must lie inside the real root, whatever links the build contains. */
async function findFile(webRoot: string, relative: string): Promise<FoundFile | undefined> {
  try {
    const root = await realpath(webRoot)
    const path = await realpath(join(root, relative))
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined
    const facts = await stat(path)
    return facts.isFile() ? { path, bytes: facts.size, modifiedMs: facts.mtimeMs } : undefined
  } catch {
    return undefined
  }
}

async function sendFile(
  facts: RequestFacts,
  response: ServerResponse,
  webRoot: string,
  relative: string,
  plain: FoundFile,
): Promise<void> {
  const packed = await findPacked(facts, webRoot, relative)
  const file = packed?.file ?? plain
  const tag = `"${plain.bytes.toString(36)}-${Math.floor(plain.modifiedMs).toString(36)}${packed?.encoding ?? ''}"`
  const headers: Record<string, string> = {
    'Content-Type': contentTypes[extname(relative).toLowerCase()] ?? 'application/octet-stream',
    'Cache-Control': relative.startsWith(`assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
    Vary: 'Accept-Encoding',
  }
  if (facts.headers('if-none-match').includes(tag)) {
    response.writeHead(304, headers).end()
    return
  }
  if (packed !== undefined) headers['Content-Encoding'] = packed.encoding
  response.writeHead(200, { ...headers, 'Content-Length': file.bytes })
  if (facts.method === 'HEAD') {
    response.end()
    return
  }
  // A file that vanishes or shrinks meanwhile breaks the connection off, which the browser reports as a failed load.
  pipeline(createReadStream(file.path, { end: Math.max(file.bytes - 1, 0) }), response, () => {})
}

async function findPacked(
  facts: RequestFacts,
  webRoot: string,
  relative: string,
): Promise<{ file: FoundFile; encoding: string } | undefined> {
  const accepted = facts.headers('accept-encoding').join(',')
  for (const { name, suffix } of encodings) {
    if (!accepts(accepted, name)) continue
    const file = await findFile(webRoot, relative + suffix)
    if (file !== undefined) return { file, encoding: name }
  }
  return undefined
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

function answerNotBuilt(response: ServerResponse): void {
  const text =
    '<!doctype html><meta charset="utf-8"><title>Roadstead</title>' +
    '<p>The host runs, but its web page is not built. Run <code>npm run build</code> in the checkout ' +
    '(or <code>npm start</code>, which builds what is missing), then load this page again.</p>\n'
  answerText(response, 503, text, { 'Content-Type': 'text/html; charset=utf-8' })
}
