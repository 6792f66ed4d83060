import path from 'node:path'

/** What decides where the data folder is. Handed in, so that nothing here reads the process. */
export interface DataFolderSources {
  /** The value of `--data`. */
  readonly flag?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The person's home folder. */
  readonly home: string
  /** What a relative `--data` or `ROADSTEAD_HOME` is relative to; the process's folder when absent. */
  readonly cwd?: string
}

const name = 'roadstead'

/**
 * The data folder as an absolute path (DESIGN, storage): `--data`, then `ROADSTEAD_HOME`, then the platform's place for
 * application data. A relative `XDG_DATA_HOME` is ignored, as its specification asks.
 */
export function dataFolderFrom(sources: DataFolderSources): string {
  const { flag, env, platform, home } = sources
  const paths = platform === 'win32' ? path.win32 : path.posix
  const chosen = flag || env['ROADSTEAD_HOME']
  if (chosen) return sources.cwd === undefined ? paths.resolve(chosen) : paths.resolve(sources.cwd, chosen)
  if (platform === 'win32') return paths.join(env['LOCALAPPDATA'] || paths.join(home, 'AppData', 'Local'), name)
  const xdg = env['XDG_DATA_HOME']
  if (xdg && paths.isAbsolute(xdg)) return paths.join(xdg, name)
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support', name)
  return paths.join(home, '.local', 'share', name)
}
