import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { posix } from 'node:path'
import { decidePath, workspaceScope } from '../platform/paths/decide-path.ts'
import { openJudgedFile, openJudgedFolder } from '../platform/paths/judged-files.ts'
import type { Used } from '../platform/paths/judged-files.ts'
import type { ToolContext } from './tool.ts'

/**
 * How a search went. `late`: it was stopped at its time limit, and there may be more to find. Problems come as ripgrep
 * words them; `bad-pattern` only where the pattern cannot be read.
 */
export type RipgrepEnd =
  { readonly kind: 'done'; readonly late: boolean } | { readonly kind: 'bad-pattern' | 'failed'; readonly text: string }

/** A call of ripgrep in a folder (`.`) or over one file (its standard input). */
export interface RipgrepCall {
  readonly place: string
  readonly over: 'folder' | 'file'
  readonly args: readonly string[]
  readonly signal: AbortSignal
  /** Default: 20 s. */
  readonly limitMs?: number
  /** Gets each line without its end; returns false to stop. */
  onLine(line: string): boolean
}

const fixedArgs = [
  '--no-config',
  '--no-ignore-global',
  '--no-require-git',
  '--no-follow',
  '--hidden',
  '--color=never',
  '--path-separator=/',
  '--max-filesize=20M',
  '--sort=path',
  // Never searched unasked: the repository's own data, and files that may hold keys (P6).
  '--iglob=!.git',
  '--iglob=!.env',
  '--iglob=!.env.[!e]*',
]

const defaultLimitMs = 20_000
const maxLineBytes = 64 * 1024
const maxErrorCharacters = 4000

/** Runs ripgrep at a judged place and hands over its lines. Settles when the process has ended. */
export async function runRipgrep(call: RipgrepCall): Promise<Used<RipgrepEnd>> {
  const program = await findRipgrep()
  if (program === undefined) return { kind: 'failed', text: 'ripgrep is not installed for this machine.' }
  if (call.over === 'file') {
    const opened = openJudgedFile(call.place)
    if (opened.kind !== 'done') return opened
    return { kind: 'done', value: await collect(program, call, '/', opened.value, () => closeSync(opened.value)) }
  }
  const folder = openJudgedFolder(call.place)
  if (folder.kind !== 'done') return folder
  // The child enters the folder by the handle, so that it is the one that was judged whatever its name leads to.
  return {
    kind: 'done',
    value: await collect(program, call, folder.value.at('.'), 'ignore', () => folder.value.close()),
  }
}

/** The package says where its program is while it is loaded, and throws where there is none for this machine. */
async function findRipgrep(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    return undefined
  }
}

function collect(
  program: string,
  call: RipgrepCall,
  cwd: string,
  stdin: number | 'ignore',
  close: () => void,
): Promise<RipgrepEnd> {
  return new Promise((resolve) => {
    const args = [...fixedArgs, ...call.args, ...(call.over === 'file' ? ['-'] : [])]
    const child = spawn(program, args, { cwd, stdio: [stdin, 'pipe', 'pipe'], env: {}, signal: call.signal })
    close()
    let stopped = false
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.kill()
    }, call.limitMs ?? defaultLimitMs)
    let errors = ''
    const lines = lineReader((line) => {
      if (stopped || call.onLine(line)) return
      stopped = true
      child.kill()
    })
    child.stdout?.on('data', lines.push)
    child.stderr?.on('data', (data: Buffer) => {
      if (errors.length < maxErrorCharacters) errors += data.toString('utf8')
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      resolve({ kind: 'failed', text: error.message })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      lines.end()
      if (late || stopped || code === 0 || code === 1) return resolve({ kind: 'done', late })
      if (/regex parse error|error parsing glob|regex could not be compiled/.test(errors))
        return resolve({ kind: 'bad-pattern', text: errors.trim() })
      // Some files could not be read; what was found is still good.
      resolve(
        code === 2 && !call.signal.aborted ? { kind: 'done', late: false } : { kind: 'failed', text: errors.trim() },
      )
    })
  })
}

/** What is said of a search that was stopped at its time limit. */
export const lateText = '(stopped at the time limit: there may be more; narrow the folder)'

/** Splits at the byte 0x0A only; a longer line than anybody reads is cut, not kept. */
function lineReader(onLine: (line: string) => void): { push: (data: Buffer) => void; end: () => void } {
  let kept: Buffer[] = []
  let size = 0
  const keep = (piece: Buffer) => {
    const fits = piece.subarray(0, Math.max(0, maxLineBytes - size))
    if (fits.length > 0) kept.push(fits)
    size += fits.length
  }
  const flush = () => {
    onLine(Buffer.concat(kept).toString('utf8'))
    kept = []
    size = 0
  }
  return {
    push: (data) => {
      let from = 0
      for (let at = data.indexOf(0x0a); at >= 0; at = data.indexOf(0x0a, from)) {
        keep(data.subarray(from, at))
        flush()
        from = at + 1
      }
      keep(data.subarray(from))
    },
    end: () => {
      if (size > 0) flush()
    },
  }
}

/**
 * Says of each file found below a place whether its content may be shown: not when the policy says more to it than to
 * the place itself (an environment file, a secret, a link out).
 */
export function mayShow(context: ToolContext, place: string): (relative: string) => boolean {
  const scope = workspaceScope(context)
  const order = ['allow', 'ask', 'deny']
  const rulesOf = (path: string) => decidePath('read', path, scope)
  const allowed = rulesOf(place)
  const known = new Map<string, boolean>()
  return (relative) => {
    const before = known.get(relative)
    if (before !== undefined) return before
    const decision = rulesOf(posix.join(place, relative))
    const extra = decision.reasons.some((reason) => !allowed.reasons.some((other) => other.rule === reason.rule))
    const may = order.indexOf(decision.answer) <= order.indexOf(allowed.answer) && !extra
    known.set(relative, may)
    return may
  }
}
