import { parseCommandLine } from './command-line.ts'
import { processOutput } from './output.ts'
import { runCommand } from './run-command.ts'

/** Ends the process with the command's code once what it wrote has left. */
export async function main(): Promise<void> {
  const output = processOutput(process.stdout, process.stderr)
  const parsed = parseCommandLine(process.argv.slice(2))
  const code = await runCommand(parsed, { output, env: process.env, cwd: process.cwd() })
  process.exitCode = code
  await output.flushed()
  process.exit(code)
}
