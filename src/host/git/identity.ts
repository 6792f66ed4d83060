import type { Git } from './git.ts'

/** Who a commit would be by. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** The lines that give git an identity, ready to be copied. */
const identityFix = 'git config --global user.name "Your Name"\ngit config --global user.email "you@example.com"'

/** The person's own git identity as git finds it from `root`, or why there is none. Nothing is guessed from the machine. */
export async function personIdentity(
  git: Git,
  root: string,
): Promise<{ kind: 'known'; identity: Identity } | { kind: 'unknown'; reason: string; fix: string }> {
  const name = await setting(git, root, 'user.name')
  const email = await setting(git, root, 'user.email')
  if (name !== undefined && email !== undefined) return { kind: 'known', identity: { name, email } }
  const missing =
    name === undefined && email === undefined
      ? 'name and e-mail address'
      : name === undefined
        ? 'name'
        : 'e-mail address'
  return {
    kind: 'unknown',
    reason: `Git does not know your ${missing}. Set it with:\n${identityFix}`,
    fix: identityFix,
  }
}

async function setting(git: Git, root: string, key: string): Promise<string | undefined> {
  const output = await git.run(root, ['config', '--get', key])
  const value = output.stdout.toString('utf8').replace(/\n$/, '').trim()
  return output.exitCode === 0 && value !== '' ? value : undefined
}
