import { join } from 'node:path'
import { z } from 'zod'
import type { ToolResultContent } from '../../protocol/channels/chat/tool-call.ts'
import { decidePath, workspaceScope } from '../platform/paths/decide-path.ts'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath } from './judged-path.ts'
import { failed, oneLine, shownText } from './outcome.ts'
import { planReport } from './reports/plan-report.ts'
import type { ReportPlan } from './reports/plan-report.ts'
import { readReport, readTestScript } from './reports/read-report.ts'
import { boundText, plainText } from './terminal-text.ts'
import type { RunningCommand, Tool, ToolContext, ToolOutcome } from './tool.ts'

const Input = z.strictObject({
  command: z.string().min(1).max(100_000).describe('The command line, for bash.'),
  cwd: PathInput.optional().describe('The folder to run it in, inside the workspace. Default: the workspace.'),
  background: z
    .boolean()
    .optional()
    .describe('Return at once and leave it running, for a server say. Read its output with read_terminal.'),
})
type Input = z.infer<typeof Input>

/** Runs a command in a terminal of the session. After `limitMs` it goes to the background, or is killed when unattended. */
export function runCommand(limitMs = 60_000): Tool<Input> {
  return defineTool<Input>({
    name: 'run_command',
    displayName: 'Run command',
    description:
      'Runs a command with bash in the workspace and returns its exit code and output (long output: head and tail). ' +
      `A command that runs longer than ${Math.round(limitMs / 1000)} s is left in the background.`,
    input: Input,
    readOnly: false,
    access: ({ command, cwd = '.' }) => ({ kind: 'command', command, cwd }),
    describe: ({ command }) => `Run ${oneLine(command)}`,
    run: (input, context) => runIt(input, context, limitMs),
  })
}

/** What is known of a run when it is reported. */
interface Run {
  readonly command: string
  readonly running: RunningCommand
  readonly plan: ReportPlan
  readonly startedMs: number
  readonly gitHead: string | undefined
}

async function runIt(input: Input, context: ToolContext, limitMs: number): Promise<ToolOutcome> {
  const { command, cwd = '.', background = false } = input
  const didNot = `Did not run ${oneLine(command)}`
  const judged = judgePath(context, 'read', cwd)
  if (!judged.ok) return { ...judged.outcome, pastTense: didNot }
  if (decidePath('read', judged.real, workspaceScope(context)).answer !== 'allow')
    return failed(didNot, `Commands run inside the workspace; they cannot run in ${oneLine(cwd)}.`, 'outside')
  const file =
    context.scratch === undefined ? undefined : join(context.scratch, `report-${fileName(context.toolCallId)}.xml`)
  const plan = planReport(command, file, () => readTestScript(judged.real))
  const gitHead = context.git.head(judged.real)
  const startedMs = context.monotonic()
  const started = await context.startCommand(command, judged.real, plan.env)
  if (started.kind === 'refused') return failed(didNot, started.reason, 'refused')
  const run: Run = { command, running: started.running, plan, startedMs, gitHead }
  context.onContent([terminalContent(run)])
  if (background) return leaveRunning(run, context, 'It was started in the background.')

  const ended = await waitForEnd(run.running, context.signal, limitMs)
  if (ended === 'exited') return report(run, context)
  if (ended === 'aborted') {
    await run.running.kill()
    return report(run, context, 'It was stopped because the turn was cancelled.')
  }
  const seconds = Math.round(limitMs / 1000)
  if (!context.unattended)
    return leaveRunning(run, context, `It is still running after ${seconds} s and goes on in the background.`)
  await run.running.kill()
  return report(run, context, `It was killed: it ran longer than ${seconds} s and nobody is there to watch over it.`)
}

async function waitForEnd(
  running: RunningCommand,
  signal: AbortSignal,
  limitMs: number,
): Promise<'exited' | 'aborted' | 'late'> {
  if (signal.aborted) return 'aborted'
  let stopWaiting = () => {}
  const interrupted = new Promise<'aborted' | 'late'>((resolve) => {
    const onAbort = () => resolve('aborted')
    const timer = setTimeout(() => resolve('late'), limitMs)
    signal.addEventListener('abort', onAbort)
    stopWaiting = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([running.exited.then(() => 'exited' as const), interrupted])
  } finally {
    stopWaiting()
  }
}

function leaveRunning(run: Run, context: ToolContext, said: string): ToolOutcome {
  run.running.moveToBackground()
  const output = run.running.output()
  const text = boundText(plainText(output.text)).text
  const soFar = text.trim() === '' ? 'It has printed nothing so far.' : `Output so far:\n${text}`
  return {
    success: true,
    pastTense: `Left ${oneLine(run.command)} running`,
    forModel: `${said} Its terminal is ${run.running.terminal}; read it with read_terminal.\n${soFar}`,
    content: [terminalContent(run)],
    facts: factsOf(run, context),
  }
}

/** The outcome of a command that has ended; `problem` when it did not end by itself. */
async function report(run: Run, context: ToolContext, problem?: string): Promise<ToolOutcome> {
  const exit = await run.running.exited
  const facts = factsOf(run, context)
  const output = run.running.output()
  const whole = plainText(output.text)
  const bounded = boundText(whole)
  const tests = readReport(run.plan, whole)
  const violations = await run.running.violations

  const { exitCode } = exit
  const how = exitCode === undefined ? `ended by ${exit.signal ?? 'a signal'}` : `exit code ${exitCode}`
  const said = [problem === undefined ? `The command ended: ${how}.` : `${problem} (${how})`]
  if (output.truncated) said.push('The beginning of its output was too long to be kept.')
  said.push(bounded.text.trim() === '' ? 'It printed nothing.' : bounded.text)
  const changed = violations.map(({ path, what }) => `${path} ${what}`).join('\n')
  if (changed !== '') said.push(`Protected paths were touched:\n${changed}`)

  const content: ToolResultContent[] = [
    terminalContent(run, { exitCode, preview: bounded.text, truncated: bounded.cut || output.truncated }),
  ]
  if (bounded.cut) {
    const uri = context.keep(whole, 'output.txt')
    content.push({ type: 'resource', uri, contentType: 'text/plain', sizeHint: Buffer.byteLength(whole) })
    said.push(`(The whole output is kept; read parts of it with read_terminal and terminal ${run.running.terminal}.)`)
  }
  if (changed !== '') content.push(shownText(`Protected paths were touched:\n${changed}`))
  const success = problem === undefined && exitCode === 0
  return {
    success,
    pastTense: `Ran ${oneLine(run.command)} · ${exitCode === undefined ? how : `exit ${exitCode}`}`,
    forModel: said.join('\n'),
    content,
    ...(problem !== undefined && { error: { message: problem, code: 'stopped' } }),
    facts: { ...facts, ...(exitCode !== undefined && { exitCode }), ...(tests && { tests }) },
  }
}

function factsOf(run: Run, context: ToolContext): Record<string, unknown> {
  return {
    durationMs: Math.round(context.monotonic() - run.startedMs),
    ...(run.gitHead !== undefined && { gitHead: run.gitHead }),
  }
}

const previewLines = 40

function terminalContent(
  run: Run,
  result?: { exitCode: number | undefined; preview: string; truncated: boolean },
): ToolResultContent {
  const base = { type: 'terminal' as const, resource: run.running.terminal, title: oneLine(run.command), isPty: true }
  if (result === undefined) return base
  const lines = result.preview.split('\n')
  const preview = lines.slice(-previewLines).join('\n')
  const truncated = result.truncated || lines.length > previewLines
  return {
    ...base,
    result: { preview, truncated, ...(result.exitCode !== undefined && { exitCode: result.exitCode }) },
  }
}

function fileName(id: string): string {
  return id.replace(/[^\w-]/g, '_').slice(0, 80)
}
