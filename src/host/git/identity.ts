import type { Git } from './git.ts'
import { readSettings } from './read-settings.ts'

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
  const settings = await readSettings(git, root, ['user.name', 'user.email'])
  const [name, email] = ['user.name', 'user.email'].map((key) => settings.get(key)?.at(-1)?.trim() || undefined)
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
