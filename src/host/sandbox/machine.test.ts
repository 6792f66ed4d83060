import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findMachine } from './machine.ts'
import { runProcess, type RunProcess } from './run-process.ts'

/** What is found of a machine whose bubblewrap is this script, given `limitMs` to answer. */
async function findWith(script: string, limitMs = 5_000) {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const bubblewrap = join(folder, 'bwrap')
  writeFileSync(bubblewrap, `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  const run: RunProcess = (file, args, options) =>
    runProcess(file, [...args.slice(0, -2), bubblewrap, ...args.slice(-1)], { ...options, limitMs })
  const found = await findMachine(folder, run)
  return found.kind === 'missing' ? found : { version: found.version, sizes: found.machine.sizes }
}

const answers = (version: string, help: string) => `if [[ $1 == --version ]]; then ${version}; else ${help}; fi`

describe.runIf(process.platform === 'linux')('what bubblewrap can do is found', () => {
  it('whether it knows sizes', async () => {
    expect(await findWith(answers('echo bubblewrap 1', 'echo --size BYTES'))).toEqual({
      version: 'bubblewrap 1',
      sizes: true,
    })
    expect(await findWith(answers('echo bubblewrap 1', 'echo --bind'))).toEqual({
      version: 'bubblewrap 1',
      sizes: false,
    })
  })

  it('where it says its version elsewhere, or without an end of line', async () => {
    expect(await findWith(answers('echo bubblewrap 1 >&2', 'echo --size'))).toEqual({ version: '', sizes: true })
    expect(await findWith(answers('printf "bubblewrap 1"', 'echo --size'))).toEqual({
      version: 'bubblewrap 1',
      sizes: true,
    })
  })

  it('and where it does not answer, nothing is, within the limit', async () => {
    expect(await findWith('sleep 600; true', 300)).toEqual({ version: '', sizes: false })
  })
})
