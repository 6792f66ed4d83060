import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolResultContent } from '../../protocol/channels/chat/tool-call.ts'
import type { TodoItem } from '../../protocol/roadstead.ts'
import { createGit } from '../git/create-git.ts'
import type { TerminalExit } from '../terminals/terminals.ts'
import type { RunningCommand, ToolContext } from '../tools/tool.ts'

/** A tool context with what was done through it. `end` kills what still runs. */
export interface ScratchToolContext extends ToolContext {
  /** Each `onContent`, in order. */
  readonly contents: ToolResultContent[][]
  /** What was kept, by URI. */
  readonly kept: Map<string, string>
  /** What was started, with the environment that was added. */
  readonly commands: { command: string; cwd: string; env: Readonly<Record<string, string>> }[]
  readonly commits: { message: string; paths?: readonly string[] }[]
  end(): Promise<void>
}

/**
 * A context for testing tools, real enough: `folder` becomes the workspace with a home, a data folder and a scratch
 * folder beside it; commands run in plain bash processes with no sandbox, so only harmless ones belong here.
 */
export function scratchToolContext(folder: string, overrides: Partial<ToolContext> = {}): ScratchToolContext {
  const workspace = realpathSync(folder)
  const beside = (name: string) => {
    const path = `${workspace}.${name}`
    mkdirSync(path, { recursive: true })
    return path
  }
  const home = beside('home')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' }
  const running = new Map<string, ScratchCommand>()
  const contents: ToolResultContent[][] = []
  const kept = new Map<string, string>()
  const commands: ScratchToolContext['commands'] = []
  const commits: ScratchToolContext['commits'] = []
  let todos: readonly TodoItem[] = []
  return {
    toolCallId: randomUUID(),
    signal: new AbortController().signal,
    workspace,
    home,
    dataFolder: beside('data'),
    scratch: beside('scratch'),
    git: createGit({ env, homeForIdentity: home }),
    unattended: false,
    onContent: (content) => void contents.push(content),
    startCommand: async (command, cwd, added = {}) => {
      commands.push({ command, cwd, env: added })
      const started = startPlainly(command, cwd, { ...env, ...added })
      running.set(started.terminal, started)
      return { kind: 'started', running: started }
    },
    readTerminal: (uri) => {
      const found = running.get(uri)
      return found && { ...found.output(), running: !found.hasEnded() }
    },
    askPerson: async () => ({ response: 'cancel', answers: {} }),
    todo: { list: () => todos, replace: (items) => void (todos = items) },
    commit: async (message, paths) => {
      commits.push({ message, ...(paths && { paths }) })
      return { kind: 'committed', hash: createHash('sha1').update(message).digest('hex') }
    },
    keep: (text, name) => {
      const uri = `x-roadstead-blob:/${createHash('sha256').update(text).digest('hex')}?name=${encodeURIComponent(name)}`
      kept.set(uri, text)
      return uri
    },
    monotonic: () => performance.now(),
    ...overrides,
    contents,
    kept,
    commands,
    commits,
    end: async () => void (await Promise.all([...running.values()].map((command) => command.kill()))),
  }
}

interface ScratchCommand extends RunningCommand {
  hasEnded(): boolean
}

function startPlainly(command: string, cwd: string, env: Record<string, string>): ScratchCommand {
  // A group of its own, so that what the command started ends with it.
  const args = ['--noprofile', '--norc', '-c', command]
  const child = spawn('bash', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let text = ''
  let ended = false
  child.stdout.setEncoding('utf8').on('data', (data: string) => (text += data))
  child.stderr.setEncoding('utf8').on('data', (data: string) => (text += data))
  const exited = new Promise<TerminalExit>((resolve) => {
    const end = (exit: TerminalExit) => {
      ended = true
      resolve(exit)
    }
    child.on('error', (error) => {
      text += error.message
      end({ exitCode: 127 })
    })
    child.on('close', (code, signal) => end(code === null ? { signal: signal ?? 'SIGKILL' } : { exitCode: code }))
  })
  return {
    terminal: `ahp-terminal:/${randomUUID()}`,
    exited,
    output: () => ({ text, truncated: false }),
    moveToBackground: () => {},
    kill: async () => {
      if (!ended && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await exited
    },
    violations: exited.then(() => []),
    hasEnded: () => ended,
  }
}

/** A workspace inside `folder`, so that what lies beside it is cleaned up together with it. */
export function scratchWorkspace(folder: string): string {
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace, { recursive: true })
  return workspace
}
