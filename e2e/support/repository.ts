import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A scratch folder; absolute and real. */
export function scratchFolder(name: string): { path: string; remove(): void } {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `roadstead-${name}-`)))
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** What git prints, trimmed; throws where it fails. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
}

/** Makes a folder of files a repository with one commit and an identity of its own. */
export function makeRepository(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  commitAll(folder)
}

/** `git init` where needed, and everything in it committed. */
export function commitAll(folder: string, message = 'Begin'): void {
  if (!existsSync(path.join(folder, '.git'))) git(folder, 'init', '--quiet', '--initial-branch=main')
  git(folder, 'config', 'user.name', 'Robin Person')
  git(folder, 'config', 'user.email', 'robin@example.invalid')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--no-gpg-sign', '-m', message)
}

const modules = path.join(import.meta.dirname, '../../node_modules')

/** Copies an installed package and everything it needs to run, so that a folder can stand on its own. */
export function copyPackage(name: string, into: string): void {
  const done = new Set<string>()
  const waiting = [name]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (done.has(next)) continue
    done.add(next)
    const from = path.join(modules, next)
    if (!existsSync(from)) continue
    cpSync(from, path.join(into, 'node_modules', next), { recursive: true, dereference: true })
    const copied = path.join(into, 'node_modules', next)
    for (const file of readdirSync(copied, { recursive: true, encoding: 'utf8' })) {
      if (path.basename(file) === 'package.json') waiting.push(...dependenciesOf(path.join(copied, file)))
    }
  }
}

/** What a package.json needs at run time; empty for files that are no package's (test fixtures, say). */
function dependenciesOf(file: string): string[] {
  try {
    const facts = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> }
    return Object.keys(facts.dependencies ?? {})
  } catch {
    return []
  }
}

/** The sources of an installed package, as a folder of their own. */
export function copySources(name: string, into: string): void {
  cpSync(path.join(modules, name), into, { recursive: true, dereference: true })
}
