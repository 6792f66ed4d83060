import type { CommandLine } from './command-line.ts'
import { attach } from './commands/attach.ts'
import { playDemo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { runHost } from './commands/host.ts'
import { listModels } from './commands/models.ts'
import { pair } from './commands/pair.ts'
import { runTask } from './commands/run.ts'
import { sessions } from './commands/sessions.ts'
import { start } from './commands/start.ts'
import type { CliContext } from './context.ts'
import { programVersion } from './program.ts'

/** Exit code of a command line that is written wrongly. */
const usageCode = 2

/** Carries a checked command line out; the number is the exit code. */
export async function runCommand(line: CommandLine, context: CliContext): Promise<number> {
  switch (line.kind) {
    case 'help':
      context.output.line(line.text)
      return 0
    case 'version':
      context.output.line(programVersion())
      return 0
    case 'usage':
      context.output.say(`${line.problem}\n\n${line.hint}`)
      return usageCode
    case 'host':
      return runHost(line, context)
    case 'start':
      return start(line, context)
    case 'run':
      return runTask(line, context)
    case 'attach':
      return attach(line, context)
    case 'sessions':
      return sessions(line, context)
    case 'models':
      return listModels(line, context)
    case 'doctor':
      return doctor(line, context)
    case 'pair':
      return pair(line, context)
    case 'demo':
      return playDemo(line, context)
  }
}
