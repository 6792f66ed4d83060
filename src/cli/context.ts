import { homedir } from 'node:os'
import { dataFolderFrom } from '../host/platform/data-folder.ts'
import type { Output } from './output.ts'

/** What every command gets. */
export interface CliContext {
  readonly output: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/** The data folder a command line means. */
export function dataFolderOf(context: CliContext, flag: string | undefined): string {
  const home = context.env['HOME'] ?? homedir()
  return dataFolderFrom({ flag, env: context.env, platform: process.platform, home, cwd: context.cwd })
}
