import type { Database } from 'better-sqlite3'

/**
 * Each entry takes the database one version up; `user_version` counts them. Never change one that was released: add one.
 * `log` is the truth, `open_channels` and `snapshots` can be rebuilt from it. `crc` is the CRC-32 of the body.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
  CREATE TABLE log (
    seq INTEGER PRIMARY KEY, channel TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL, crc INTEGER NOT NULL
  );
  CREATE INDEX log_by_channel ON log (channel, seq);
  CREATE TABLE open_channels (channel TEXT PRIMARY KEY, opened_seq INTEGER NOT NULL, session TEXT);
  CREATE TABLE snapshots (channel TEXT PRIMARY KEY, seq INTEGER NOT NULL, body TEXT NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE named_values (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  `,
  `
  CREATE TABLE blob_owners (owner TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (owner, hash)) WITHOUT ROWID;
  CREATE INDEX blob_owners_by_hash ON blob_owners (hash);
  DELETE FROM log WHERE kind <> 'closed' AND channel NOT IN (SELECT channel FROM open_channels);
  `,
]

/** The version this program writes. */
export const storeVersion = migrations.length

/** The version of a database; 0: nothing in it yet. */
export function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/** Brings the database to `storeVersion` in one transaction: after a crash it is at the old version or the new one. */
export function migrate(database: Database): void {
  if (versionOf(database) === storeVersion) return
  database
    .transaction(() => {
      for (const step of migrations.slice(versionOf(database))) database.exec(step)
      database.pragma(`user_version = ${storeVersion}`)
    })
    .immediate()
}
