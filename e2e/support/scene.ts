import { test as base } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { HostClient } from '../../src/client/host-client.ts'
import { connectCuttable } from './client.ts'
import { startHost, type RunningHost, type StartHostOptions } from './host.ts'
import { makeRepository, scratchFolder } from './repository.ts'

/** What a test of the host as a program works with. Everything is ended and removed after the test. */
export interface Scene {
  /** The scratch folder that everything else lies in. */
  readonly root: string
  /** Kept over restarts of the host. */
  readonly dataDir: string
  /** A folder in the scratch folder, made. */
  folder(name: string): string
  /** A repository with these files and one commit. */
  repository(name: string, files?: Readonly<Record<string, string>>): string
  /** Starts a host on the scene's data folder. */
  start(options?: StartHostOptions): Promise<RunningHost>
  connect(host: RunningHost): Promise<HostClient>
  connectCuttable(host: RunningHost): Promise<{ client: HostClient; cut(): void }>
}

/** Tests with a scene of their own. */
export const test = base.extend<{ scene: Scene }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of other fixtures from here
  scene: async ({}, use) => {
    const scratch = scratchFolder('scene')
    const hosts: RunningHost[] = []
    const clients: HostClient[] = []
    const folder = (name: string) => {
      const place = path.join(scratch.path, name)
      mkdirSync(place, { recursive: true })
      return place
    }
    const cuttable = async (host: RunningHost) => {
      const connected = await connectCuttable(host)
      clients.push(connected.client)
      return connected
    }
    await use({
      root: scratch.path,
      dataDir: path.join(scratch.path, 'data'),
      folder,
      repository(name, files = { 'readme.md': 'Hello\n' }) {
        makeRepository(folder(name), files)
        return path.join(scratch.path, name)
      },
      async start(options = {}) {
        const host = await startHost({ dataDir: path.join(scratch.path, 'data'), ...options })
        hosts.push(host)
        return host
      },
      connect: async (host) => (await cuttable(host)).client,
      connectCuttable: cuttable,
    })
    for (const client of clients) client.close()
    for (const host of hosts) await host.stop()
    scratch.remove()
  },
})
