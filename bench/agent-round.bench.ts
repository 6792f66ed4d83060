import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { makeRepository, scratchFolder } from '../e2e/support/repository.ts'
import { launchEnvironment, nodeFlags } from '../scripts/start/node-flags.mjs'
import { runBareLoop } from './support/bare-loop.ts'
import { median, percentile, tellFigure } from './support/figure.ts'
import { startModelServer, type AskedCall, type SeenRequest } from './support/model-server.ts'

/** `roadstead run` with the built-in agent against a model that answers at once: what is left is Roadstead's own time. */
interface Played {
  readonly requests: readonly SeenRequest[]
  /** Process start to the first byte of the first request, in milliseconds. */
  readonly startMs: number
  /** Between the last byte of an answer and the first byte of the next request, less the commands' own time. */
  readonly gaps: readonly number[]
  /** Peak resident memory at the last request, in MB of 10^6 bytes. */
  readonly peakMegabytes: number
  readonly wholeMs: number
}

const program = path.join(import.meta.dirname, '../out/cli/index.js')
const Usage = z.object({
  action: z.object({
    type: z.literal('chat/usage'),
    _meta: z.object({ 'x-roadstead': z.object({ round: z.number(), commandMs: z.number() }) }),
  }),
})

async function play(calls: readonly AskedCall[]): Promise<Played> {
  const folder = scratchFolder('bench')
  let peakMegabytes = Number.NaN
  let pid = 0
  const server = await startModelServer(calls, () => {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    peakMegabytes = (Number(line?.[1]) * 1024) / 1e6
  })
  try {
    const repository = path.join(folder.path, 'repository')
    makeRepository(repository, {
      'README.md': '# Small\n',
      'package.json': '{ "name": "small", "version": "1.0.0" }\n',
      'src/notes.txt': 'line 0\n',
      'src/output.txt': `${'0123456789abcdef'.repeat(4).slice(0, 63)}\n`.repeat(80),
    })
    const startedAt = performance.now()
    const child = spawn(
      process.execPath,
      [
        ...[
          ...nodeFlags,
          program,
          'run',
          '--agent',
          'builtin',
          '--model',
          'anthropic/claude-bench',
          '--cwd',
          repository,
        ],
        ...['--data', path.join(folder.path, 'data'), '--level', 'auto', '--trust', '--yes', 'Do it.'],
      ],
      {
        env: {
          ...process.env,
          ...launchEnvironment(process.env),
          ANTHROPIC_API_KEY: 'bench-key',
          ANTHROPIC_BASE_URL: server.url,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    pid = child.pid ?? 0
    const output: Buffer[] = []
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
    const code = await new Promise((resolve) => child.once('close', resolve))
    const wholeMs = performance.now() - startedAt
    const lines = Buffer.concat(output).toString('utf8').split('\n').filter(Boolean)
    if (code !== 0) throw new Error(`the run ended with code ${String(code)}: ${errors} ${lines.at(-1) ?? ''}`)
    const { requests } = server
    if (requests.length !== calls.length + 1)
      throw new Error(`${requests.length} of ${calls.length + 1} requests came: ${lines.at(-1) ?? ''}`)
    const commandMs = new Map(
      lines.flatMap((line): [number, number][] => {
        const facts = Usage.safeParse(JSON.parse(line)).data?.action._meta['x-roadstead']
        return facts === undefined ? [] : [[facts.round, facts.commandMs]]
      }),
    )
    return {
      requests,
      startMs: (requests[0]?.firstByteAt ?? Number.NaN) - startedAt,
      gaps: requests.slice(1).map(({ firstByteAt }, index) => {
        const before = requests[index]?.lastByteAt ?? Number.NaN
        return firstByteAt - before - (commandMs.get(index + 2) ?? 0)
      }),
      peakMegabytes,
      wholeMs,
    }
  } finally {
    await server.stop()
    folder.remove()
  }
}

/** 100 rounds of read, edit, run in one turn. */
const work = Array.from({ length: 100 }, (_, index): AskedCall => {
  const edits = Math.floor(index / 3)
  if (index % 3 === 0) return { name: 'read_file', input: { path: 'src/notes.txt' } }
  if (index % 3 === 2) return { name: 'run_command', input: { command: 'true' } }
  return {
    name: 'replace_string_in_file',
    input: { path: 'src/notes.txt', old_string: `line ${edits}\n`, new_string: `line ${edits + 1}\n` },
  }
})

/** What else runs on the machine can only add to a figure, so the least disturbed of a few runs counts. */
const RUNS = 3
const runs: Played[] = []
const bare: number[] = []
while (runs.length < RUNS) {
  bare.push(median(await runBareLoop(work)))
  runs.push(await play(work))
}
const gapMedian = Math.min(...runs.map(({ gaps }) => median(gaps)))
const best = runs.toSorted((a, b) => median(a.gaps) - median(b.gaps))[0]!
const after = (name: string) => median(best.gaps.filter((_, index) => work[index]?.name === name))
tellFigure('agent time per round, median', gapMedian, 'ms', {
  runs: runs.map(({ gaps }) => median(gaps)),
  byTool: Object.fromEntries([...new Set(work.map(({ name }) => name))].map((name) => [name, after(name)])),
  p95: percentile(best.gaps, 0.95),
})
tellFigure('agent time per round, against a bare loop', gapMedian / Math.min(...bare), 'times', { bare })
tellFigure('roadstead run to the first model request', Math.min(...runs.map(({ startMs }) => startMs)), 'ms', {
  runs: runs.map(({ startMs }) => Math.round(startMs)),
})
tellFigure('first request for a small folder', (runs[0]?.requests[0]?.bytes ?? Number.NaN) / 1000, 'kB')
tellFigure('peak memory over 100 rounds', Math.min(...runs.map(({ peakMegabytes }) => peakMegabytes)), 'MB', {
  runs: runs.map(({ peakMegabytes }) => peakMegabytes),
})

const long = await play(Array.from({ length: 200 }, () => ({ name: 'read_file', input: { path: 'src/output.txt' } })))
const growth = long.requests.slice(1).map(({ bytes }, index) => bytes - (long.requests[index]?.bytes ?? 0))
tellFigure('200 rounds of 5 kB tool output', long.wholeMs / 1000, 's', { peakMegabytes: long.peakMegabytes })
tellFigure(
  'own time per round as the history grows, last 50 against first 50',
  median(long.gaps.slice(-50)) / median(long.gaps.slice(0, 50)),
  'times',
  { first: median(long.gaps.slice(0, 50)), last: median(long.gaps.slice(-50)) },
)
// The result of a call and the call itself must be carried; everything else was sent before.
tellFigure(
  'growth of a request, last round against the median',
  (growth.at(-1) ?? Number.NaN) / median(growth),
  'times',
  {
    medianBytes: median(growth),
  },
)
