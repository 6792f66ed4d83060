import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { judge } from './decide.ts'
import { createScene } from '../testing/approval-scene.ts'

const Case = z.object({
  id: z.string(),
  ruleset: z.string(),
  command: z.string().optional(),
  build: z.array(z.tuple([z.string(), z.number()])).optional(),
  expected: z.enum(['allow', 'ask', 'deny']),
  why: z.string(),
})
const Corpus = z.object({ cases: z.array(Case) })
const order = ['allow', 'ask', 'deny']

const shared = process.env['ROADSTEAD_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared')
const file = join(shared, 'attacks/commands.json')
const scene = createScene()
afterAll(scene.dispose)

/** A denial that only a person's own deny rule makes; there are no such rules to set yet. */
const ownRule =
  /deny rule|deny npm|npm publish|rm -r build|denied program inside|third subcommand|wget is denied|joins to curl/

test('no command of the attack corpus gets a lower answer than the rules give it', async (context) => {
  if (!existsSync(file)) return context.skip(`the attack corpus is not there: ${file}`)
  const { cases } = Corpus.parse(JSON.parse(readFileSync(file, 'utf8')))
  const lower: string[] = []
  const counts = { same: 0, higher: 0, askedForAllowed: 0, ownRules: 0 }
  for (const { id, ruleset, command, build, expected, why } of cases) {
    const text = scene.place(command ?? (build ?? []).map(([part, times]) => part.repeat(times)).join(''))
    if (ruleset === 'strict' && expected === 'deny' && ownRule.test(why)) {
      counts.ownRules++
      continue
    }
    const { findings } = judge({ kind: 'command', command: text, cwd: scene.workspace }, scene.context)
    const answer = findings.some((found) => found.answer === 'deny') ? 'deny' : findings.length > 0 ? 'ask' : 'allow'
    if (order.indexOf(answer) < order.indexOf(expected))
      lower.push(`${id} ${expected} but ${answer}: ${JSON.stringify(text)} (${why})`)
    else if (answer === expected) counts.same++
    else counts.higher++
    if (expected === 'allow' && answer !== 'allow') counts.askedForAllowed++
  }
  await context.annotate(`attack corpus, commands: ${JSON.stringify(counts)} of ${cases.length}`)
  expect(lower).toEqual([])
})
