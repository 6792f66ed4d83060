/** Which test runner a command starts, and how it can be asked for a report without touching the command's text. */

/** What is added to the command's environment, and the JUnit file that comes of it. */
export interface ReportPlan {
  readonly isTest: boolean
  readonly env: Readonly<Record<string, string>>
  readonly file?: string
}

const none: ReportPlan = { isTest: false, env: {} }

const scriptRunner = /^(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:t|tst|test(?:[:.-][\w:.-]*)?)(?=\s|$)/
const anyRunner =
  /^(?:(?:npx|pnpm|yarn|bunx?|node)\s+(?:exec\s+)?)?(?:\S*\/)?(?:vitest|jest|mocha|tape|tap|ava|c8|nyc|jasmine)(?:\.[cm]?js)?(?=\s|$)/
const nodeRunner = /^(?:\S*\/)?node\s(?:.*\s)?--test(?=\s|$)/
const pytestRunner =
  /^(?:(?:uv|poetry|pipenv)\s+run\s+)?(?:(?:\S*\/)?python[\d.]*\s+-m\s+)?(?:\S*\/)?(?:pytest|py\.test)(?=\s|$)/
const compiledRunner = /^(?:go\s+test|cargo\s+(?:\+\S+\s+)?(?:test|t|nextest))(?=\s|$)/

/**
 * Recognises a test command. `file`: where a report may be written, if there is such a place. `script`: the text of
 * the package's test script, asked only when it matters. Recognition decides what is parsed, never what is allowed.
 */
export function planReport(command: string, file: string | undefined, script: () => string | undefined): ReportPlan {
  const parts = command.split(/&&|\|\||[;&|\n]/).map((part) => part.trim().replace(/^(?:\w+=\S*\s+)+/, ''))
  if (parts.some((part) => pytestRunner.test(part))) return withFile(file, { PYTEST_ADDOPTS: `--junitxml=${file}` })
  const node = parts.filter((part) => nodeRunner.test(part))
  if (node.length > 0) return nodePlan(command, file)
  if (parts.some((part) => scriptRunner.test(part))) return nodePlan(script() ?? '', file)
  if (parts.some((part) => anyRunner.test(part) || compiledRunner.test(part))) return { isTest: true, env: {} }
  return none
}

/** Node's runner writes a second report beside what it prints, if it is started once and with no reporter of its own. */
function nodePlan(script: string, file: string | undefined): ReportPlan {
  const starts = script
    .split(/&&|\|\||[;&|\n]/)
    .filter((part) => nodeRunner.test(part.trim().replace(/^(?:\w+=\S*\s+)+/, '')))
  if (starts.length !== 1 || script.includes('--test-reporter') || script.includes('NODE_OPTIONS'))
    return { isTest: true, env: {} }
  const options = ['spec --test-reporter-destination=stdout', `junit --test-reporter-destination=${file}`]
  return withFile(file, { NODE_OPTIONS: options.map((option) => `--test-reporter=${option}`).join(' ') })
}

function withFile(file: string | undefined, env: Readonly<Record<string, string>>): ReportPlan {
  // These variables are split at blanks, and quoting differs between them.
  if (file === undefined || /[\s"'\\]/.test(file)) return { isTest: true, env: {} }
  return { isTest: true, env, file }
}
