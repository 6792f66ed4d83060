import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endTree, findMembers } from './process-tree.ts'

it('finds a daemon that left its parents and its session, and ends it', async (context) => {
  context.skip(process.platform !== 'linux', 'reads /proc')
  const mark = `TREE_MARK=${Math.random()}`
  const child = spawn('sh', ['-c', 'setsid sh -c "trap \'\' TERM; echo $$; while :; do sleep 60; done" & wait'], {
    env: { PATH: process.env['PATH'], TREE_MARK: mark.slice('TREE_MARK='.length) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const tree = { root: () => undefined, mark }
  expect(findMembers(tree).length).toBeGreaterThan(0)
  await endTree(tree, 30, () => performance.now())
  expect(findMembers(tree)).toEqual([])
})
