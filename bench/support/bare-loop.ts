import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { scratchFolder } from '../../e2e/support/repository.ts'
import { startModelServer, type AskedCall } from './model-server.ts'

/**
 * The same work in a loop with nothing around it: ask, read the answer, do it, ask again. No log, no approvals, no sandbox.
 * @returns milliseconds between an answer's end and the next request, less the command's own time
 */
export async function runBareLoop(calls: readonly AskedCall[]): Promise<number[]> {
  const folder = scratchFolder('bench-bare')
  const server = await startModelServer(calls)
  const commandMs: number[] = []
  try {
    const file = path.join(folder.path, 'notes.txt')
    writeFileSync(file, 'line 0\n')
    const messages: object[] = [{ role: 'user', content: 'Do it.' }]
    for (const call of [...calls, undefined]) {
      const body = JSON.stringify({ model: 'claude-bench', stream: true, max_tokens: 1000, messages })
      const response = await fetch(`${server.url}/messages`, { method: 'POST', body })
      const text = await response.text()
      if (call === undefined) break
      const startedAt = performance.now()
      const content = await doCall(call, file)
      commandMs.push(call.name === 'run_command' ? performance.now() - startedAt : 0)
      messages.push({ role: 'assistant', content: text }, { role: 'user', content })
    }
    const { requests } = server
    return requests
      .slice(1)
      .map(({ firstByteAt }, index) => firstByteAt - (requests[index]?.lastByteAt ?? 0) - (commandMs[index] ?? 0))
  } finally {
    await server.stop()
    folder.remove()
  }
}

async function doCall({ name, input }: AskedCall, file: string): Promise<string> {
  if (name === 'read_file') return readFileSync(file, 'utf8')
  if (name === 'run_command') {
    const { command } = input as { command: string }
    return await new Promise((resolve) => {
      const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
      child.once('close', (code) => resolve(`${output}exit ${String(code)}`))
    })
  }
  const { old_string: from, new_string: to } = input as { old_string: string; new_string: string }
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  return 'edited'
}
