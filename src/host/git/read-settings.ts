import type { Git } from './git.ts'
import { splitNul } from './nul-list.ts'

/**
 * All values of these settings as git finds them from `root`, the one that counts last, ours included; by `keys`, which are
 * plain (`user.name`). One process for all of them. A key without a value has an empty one.
 */
export async function readSettings(
  git: Git,
  root: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const pattern = keys.map((key) => key.toLowerCase().replaceAll('.', '\\.')).join('|')
  const output = await git.run(root, ['config', '-z', '--get-regexp', `^(${pattern})$`])
  const found = new Map<string, string[]>()
  for (const entry of splitNul(output.stdout)) {
    const [, name = '', value = ''] = /^([^\n]*)(?:\n(.*))?$/s.exec(entry.toString('utf8')) ?? []
    const key = keys.find((each) => each.toLowerCase() === name)
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), value])
  }
  return found
}
