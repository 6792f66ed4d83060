import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { check } from '../protocol/schema.ts'

/** Where a running host is found: `endpoint.json` in its data folder, 0600. Information only; the lock is elsewhere. */
export const Endpoint = z.object({
  url: z.string(),
  pageUrl: z.string(),
  token: z.string(),
  pid: z.number(),
  version: z.string(),
  startedAt: z.string(),
})
export type Endpoint = z.infer<typeof Endpoint>

const fileName = 'endpoint.json'

/** Written whole beside it and moved there: a reader sees all of it or none. */
export function writeEndpoint(dataFolder: string, endpoint: Endpoint): void {
  const path = join(dataFolder, fileName)
  const temporary = `${path}.${endpoint.pid}`
  writeFileSync(temporary, `${JSON.stringify(endpoint)}\n`, { mode: 0o600 })
  renameSync(temporary, path)
}

/** Undefined when there is none or it cannot be read. The host it names may be gone. */
export function readEndpoint(dataFolder: string): Endpoint | undefined {
  try {
    const checked = check(Endpoint, JSON.parse(readFileSync(join(dataFolder, fileName), 'utf8')))
    return checked.ok ? checked.value : undefined
  } catch {
    return undefined
  }
}

/** Removes it if it is still this process's own. */
export function removeEndpoint(dataFolder: string, pid: number): void {
  if (readEndpoint(dataFolder)?.pid === pid) rmSync(join(dataFolder, fileName), { force: true })
}
