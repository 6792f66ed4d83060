/** A real repository in a temporary folder. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createGit } from '../git/create-git.ts'
import type { Git } from '../git/git.ts'

/** `plain` is git without any of the host's guards, as a person would run it. */
export interface ScratchRepository {
  readonly base: string
  readonly home: string
  readonly root: string
  readonly env: Record<string, string>
  readonly git: Git
  plain(...args: string[]): string
  plainWith(input: Buffer | string, ...args: string[]): string
  write(path: string, content: string | Buffer): void
  read(path: string): string
  /** A script outside the repository that leaves a mark when it runs, then passes its input on or fails. */
  evil(name: string, then?: 'cat' | 'exit'): { readonly script: string; ran(): boolean; reset(): void }
  /** What must not change: the index's bytes, HEAD, and all refs but our own. */
  personState(): { index: string; head: string; refs: string; stash: string }
  dispose(): void
}

/** Makes one, with a person's git settings in a home of its own; `dispose` removes it. */
export function scratchRepository({ init = true } = {}): ScratchRepository {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'roadstead-scratch-')))
  const [home, root] = [join(base, 'home'), join(base, 'work')]
  mkdirSync(home)
  mkdirSync(root)
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1' }
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
  )
  const plainWith = (input: Buffer | string, ...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      env,
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: 20_000,
      maxBuffer: 1 << 28,
    }).toString('utf8')
  const plain = (...args: string[]) => plainWith('', ...args)
  if (init) plain('init', '-q')
  return {
    base,
    home,
    root,
    env,
    git: createGit({ env }),
    plain,
    plainWith,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    evil(name, then = 'cat') {
      const [script, mark] = [join(base, `${name}.sh`), join(base, `${name}.ran`)]
      writeFileSync(script, `#!/bin/sh\ntouch '${mark}'\n${then === 'cat' ? 'exec cat' : 'exit 1'}\n`)
      chmodSync(script, 0o755)
      const ran = () => {
        try {
          return readFileSync(mark) !== undefined
        } catch {
          return false
        }
      }
      return { script, ran, reset: () => rmSync(mark, { force: true }) }
    },
    personState() {
      const index = join(plain('rev-parse', '--path-format=absolute', '--git-path', 'index').trim())
      const read = (path: string) => {
        try {
          return readFileSync(path).toString('base64')
        } catch {
          return 'none'
        }
      }
      return {
        index: read(index),
        head: read(join(root, '.git', 'HEAD')),
        refs: plain('for-each-ref', '--format=%(refname) %(objectname)')
          .split('\n')
          .filter((line) => !line.startsWith('refs/roadstead/'))
          .join('\n'),
        stash: plain('stash', 'list'),
      }
    },
    dispose: () => rmSync(base, { recursive: true, force: true }),
  }
}
