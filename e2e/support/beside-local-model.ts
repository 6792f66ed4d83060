import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { demoSteps, playSteps } from './demo-job.ts'
import { startModelFront } from './model-front.ts'

/**
 * Runs a command beside a server for local models that plays the demo, and leaves what that was asked in a file:
 * `node beside-local-model.ts PORT MODEL FILE COMMAND …`. It is meant for a network of its own, where usual ports are free.
 */
const [port, model = '', file = '', command = '', ...args] = process.argv.slice(2)
const steps = demoSteps('replace_string_in_file')
const front = await startModelFront(Number(port))
playSteps(front.mock, steps)
front.list([model])
front.script(
  model,
  steps.map(() => ({ kind: 'mock' })),
)
const child = spawn(command, args, { stdio: 'inherit' })
const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
writeFileSync(file, JSON.stringify(front.requests))
await front.stop()
process.exitCode = code ?? 1
