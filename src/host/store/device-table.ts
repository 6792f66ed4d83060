import { z } from 'zod'
import { deviceScopes, type DeviceScope } from '../../protocol/roadstead.ts'
import { check } from '../../protocol/schema.ts'
import type { Store } from './store.ts'

const Row = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(deviceScopes),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})

/** A paired device, as kept: its credential only as a hash. */
export interface StoredDevice {
  readonly id: string
  readonly name: string
  readonly scope: DeviceScope
  readonly createdAt: string
  readonly lastUsedAt?: string
}

/** Paired devices on disk (attacks README, W4b). In a read-only data folder those known still get in; none can be added. */
export function createDeviceTable(store: Store) {
  const { database } = store
  const writable = store.mode.status === 'writable'
  if (writable) {
    database.exec(
      'CREATE TABLE IF NOT EXISTS devices (id TEXT PRIMARY KEY, name TEXT NOT NULL, scope TEXT NOT NULL, credential_hash TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, last_used_at TEXT)',
    )
  }
  const exists = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'devices'`).get() !== undefined

  function deviceOf(row: unknown): StoredDevice | undefined {
    const checked = check(Row, row)
    if (!checked.ok) return undefined
    const { id, name, scope, created_at, last_used_at } = checked.value
    return { id, name, scope, createdAt: created_at, ...(last_used_at === null ? {} : { lastUsedAt: last_used_at }) }
  }

  return {
    list(): readonly StoredDevice[] {
      if (!exists) return []
      return database
        .prepare('SELECT * FROM devices ORDER BY created_at')
        .all()
        .flatMap((row) => deviceOf(row) ?? [])
    },
    find(credentialHash: string): StoredDevice | undefined {
      if (!exists) return undefined
      return deviceOf(database.prepare('SELECT * FROM devices WHERE credential_hash = ?').get(credentialHash))
    },
    add(device: StoredDevice, credentialHash: string): void {
      database
        .prepare('INSERT INTO devices VALUES (?, ?, ?, ?, ?, NULL)')
        .run(device.id, device.name, device.scope, credentialHash, device.createdAt)
    },
    touch(id: string, at: string): void {
      if (writable) database.prepare('UPDATE devices SET last_used_at = ? WHERE id = ?').run(at, id)
    },
    remove(id: string): void {
      if (writable) database.prepare('DELETE FROM devices WHERE id = ?').run(id)
    },
  }
}
