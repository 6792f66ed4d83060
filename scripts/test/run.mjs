import { mkdirSync } from 'node:fs'
import { inRoot, root } from '../paths.mjs'
import { runBenches } from './bench.mjs'
import { browserTests } from './browser.mjs'
import { testGuards } from './guards.mjs'
import { failed, formatSummary, join, passed } from './outcome.mjs'
import { runCommand } from './run-command.mjs'
import { staticCheck, staticChecks } from './static-checks.mjs'
import { unitTests } from './unit.mjs'
import { checkWebBuild } from './web-build.mjs'

const MINUTE = 60_000
const node = process.execPath
const [own, passedOn] = split(process.argv.slice(2))
const only = own[own.indexOf('--only') + 1]?.split(',')
const chosen = own.includes('--only') ? only : undefined

function split(args) {
  const at = args.indexOf('--')
  return at === -1 ? [args, []] : [args.slice(0, at), args.slice(at + 1)]
}

/** The program as it is now; everything after it that runs the program is worth nothing without. */
async function build() {
  const { code, output } = await runCommand([node, inRoot('scripts', 'build.mjs')], { limitMs: 10 * MINUTE })
  return code === 0 ? passed('build') : failed('build', output, 30)
}

const buildStage = { id: 'build', name: 'build', run: build }

/** @type {Record<string, {id: string, name: string, run: () => Promise<import('./outcome.mjs').Outcome> | import('./outcome.mjs').Outcome}[]>} */
const MODES = {
  '--test': [
    ...staticChecks.map(({ id, name }) => ({ id, name, run: () => staticCheck(id, node) })),
    buildStage,
    { id: 'web', name: 'web build', run: checkWebBuild },
    {
      id: 'unit',
      name: 'unit and property tests',
      run: () => unitTests(node, { limitMs: 12 * MINUTE, args: passedOn }),
    },
    { id: 'browser', name: 'browser tests', run: () => browserTests(node, { limitMs: 25 * MINUTE, args: passedOn }) },
  ],
  '--long': [
    buildStage,
    {
      id: 'unit',
      name: 'tests at full size',
      run: () => unitTests(node, { limitMs: 180 * MINUTE, env: { ROADSTEAD_LONG: '1' }, args: passedOn }),
    },
  ],
  '--soak': [
    buildStage,
    {
      id: 'unit',
      name: 'long runs',
      run: () => unitTests(node, { limitMs: 600 * MINUTE, env: { ROADSTEAD_SOAK: '1' }, args: passedOn }),
    },
  ],
  '--guards': [
    {
      id: 'guards',
      name: 'guards, each switched off once',
      run: () => testGuards(node, { root, only: chosen?.[0], say: (line) => process.stdout.write(`${line}\n`) }),
    },
  ],
  '--screens': [
    buildStage,
    {
      id: 'screens',
      name: 'pictures of every view, into artifacts/screens',
      run: () => browserTests(node, { limitMs: 30 * MINUTE, env: { ROADSTEAD_SCREENS: '1' }, args: passedOn }),
    },
  ],
  '--bench': [buildStage, { id: 'bench', name: 'figures', run: () => runBenches(node, { only: chosen?.[0] }) }],
}

const mode = Object.keys(MODES).find((flag) => own.includes(flag)) ?? '--test'
const stages = mode === '--test' && chosen ? MODES[mode].filter((stage) => chosen.includes(stage.id)) : MODES[mode]

mkdirSync(inRoot('artifacts'), { recursive: true })
const outcomes = []
for (const stage of stages) {
  process.stdout.write(`${stage.name}\n`)
  const startedAt = performance.now()
  let outcome
  try {
    outcome = await stage.run()
  } catch (error) {
    outcome = failed(stage.name, error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const counts = [
    `${outcome.passed} passed`,
    outcome.failed.length && `${outcome.failed.length} failed`,
    outcome.skipped.length && `${outcome.skipped.length} skipped`,
  ]
  process.stdout.write(
    `  ${counts.filter(Boolean).join(', ')} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
  )
  outcomes.push(outcome)
}
const all = join(outcomes)
process.stdout.write(formatSummary(all))
process.exitCode = all.failed.length > 0 ? 1 : 0
