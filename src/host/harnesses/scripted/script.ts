/**
 * The form of a script: what the scripted agent says and does. `resources/scripts/README.md` documents it for people; the
 * schemas here are the definition. Everything a script calls is real: tools, approvals, sandbox, files.
 */
import { z } from 'zod'

const maxTextLength = 100_000

/** One tool call. `input` is sent as JSON; `raw` instead is sent as it stands, to try malformed arguments. */
const Call = z.union([
  z.strictObject({ tool: z.string().min(1).max(64), input: z.record(z.string(), z.unknown()) }),
  z.strictObject({ tool: z.string().min(1).max(64), raw: z.string().max(maxTextLength) }),
])
export type ScriptCall = z.infer<typeof Call>

/** How fast text comes: a number of characters each second, or all at once. */
const Pace = z.union([z.literal('instant'), z.strictObject({ charsPerSecond: z.number().min(1).max(100_000) })])
export type Pace = z.infer<typeof Pace>

/** When a round is played; all that are given must hold. A round whose conditions do not hold is passed over. */
const conditions = {
  /** The exit code of the last command of this turn; `none` while no command has one. */
  ifExit: z.optional(z.union([z.int(), z.enum(['nonzero', 'none'])])),
  /** Whether some result of this turn so far contains this text. */
  ifSeen: z.optional(z.string().min(1)),
  ifNotSeen: z.optional(z.string().min(1)),
  /** What came of the last call of this turn. */
  ifLast: z.optional(z.enum(['succeeded', 'failed', 'denied', 'interrupted'])),
}

const Round = z.strictObject({
  ...conditions,
  /** Markdown. `{{lastExit}}` and the like are filled in (see `fill-in.ts`). */
  say: z.optional(z.string().max(maxTextLength)),
  think: z.optional(z.string().max(maxTextLength)),
  /** For this round; else the script's. */
  pace: z.optional(Pace),
  calls: z.optional(z.array(Call).min(1).max(64)),
  usage: z.optional(
    z.strictObject({ inputTokens: z.optional(z.int().min(0)), outputTokens: z.optional(z.int().min(0)) }),
  ),
  /** The reply breaks off here with this error, `times` times (once, when absent); after that it goes on. */
  fail: z.optional(
    z.strictObject({
      message: z.string().min(1),
      resumable: z.optional(z.boolean()),
      times: z.optional(z.int().min(1)),
    }),
  ),
  /** Text without end. */
  endless: z.optional(z.literal(true)),
  /** Silence without end. */
  hang: z.optional(z.literal(true)),
})
export type ScriptRound = z.infer<typeof Round>

const ScriptTurn = z.strictObject({
  /** This turn answers any message that contains the text, whatever its case. Turns without `when` answer in order, once each. */
  when: z.optional(z.strictObject({ contains: z.string().min(1) })),
  rounds: z.array(Round).min(1).max(500),
})
export type ScriptTurn = z.infer<typeof ScriptTurn>

/** A whole script. */
export const ScriptFile = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(200),
  description: z.optional(z.string()),
  pace: z.optional(Pace),
  turns: z.array(ScriptTurn).min(1).max(500),
})
export type ScriptFile = z.infer<typeof ScriptFile>

/** A script file, or why it is none. */
export type ParsedScript =
  | { readonly kind: 'script'; readonly script: ScriptFile }
  /** `problem` names the place (`turns.0.rounds.2.calls.0.tool`) and what is wrong with it. */
  | { readonly kind: 'malformed'; readonly problem: string }

/** Checks a value that should be a script. */
export function parseScript(value: unknown): ParsedScript {
  const parsed = ScriptFile.safeParse(value)
  if (parsed.success) return { kind: 'script', script: parsed.data }
  const problems = parsed.error.issues.slice(0, 3).map((issue) => `${placeOf(issue.path)}: ${wordsOf(issue)}`)
  return { kind: 'malformed', problem: problems.join('; ') }
}

/** Checks the text of a script file. */
export function parseScriptText(text: string): ParsedScript {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { kind: 'malformed', problem: `it is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  return parseScript(value)
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length > 0 ? path.map(String).join('.') : '(the whole script)'
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message
  const nearest = issue.errors
    .map((issues) => issues[0])
    .filter((first) => first !== undefined)
    .map((first) => (first.path.length > 0 ? `${placeOf(first.path)}: ${first.message}` : first.message))
  return [...new Set(nearest)].join(', or ') || issue.message
}
