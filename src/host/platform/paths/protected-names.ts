/** Rule P6: names that programs obey, wherever they lie below the workspace. */
import { foldName } from './place.ts'

const settingsFolder = '.roadstead'
const neverWritten = new Set(['.git', settingsFolder, '.mcp.json'])
const askedBeforeWritten = new Set(
  '.vscode .idea .husky .github .devcontainer .envrc .npmrc .gitmodules .gitattributes'.split(' '),
)

/** What a name means for the policy. `environment`: `.env` files, asked about for reads too. */
export type NameProtection = 'deny' | 'ask' | 'environment' | 'none'

/** A name as the strictest disk would see it: folded, without stream suffix, trailing dots and blanks, short name undone. */
function strictName(name: string): string {
  const cut = foldName(name.split(':')[0] ?? '').replace(/[.\s]+$/u, '')
  return /^git~\d+$/.test(cut) ? '.git' : cut
}

/** How a single part of a path is protected. */
export function protectionOf(name: string): NameProtection {
  const strict = strictName(name)
  if (neverWritten.has(strict)) return 'deny'
  if (askedBeforeWritten.has(strict)) return 'ask'
  if (strict === '.env' || (strict.startsWith('.env.') && strict !== '.env.example')) return 'environment'
  return 'none'
}

/** The first part with the given protection; undefined when there is none. */
export function findProtected(parts: readonly string[], protection: NameProtection): string | undefined {
  return parts.find((part) => protectionOf(part) === protection)
}
