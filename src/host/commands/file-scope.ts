import { decidePath, workspaceScope, type PathDecision } from '../platform/paths/decide-path.ts'
import type { CommandContext } from '../server/server.ts'

export interface FileScopeNeeds {
  readonly home: string
  readonly dataFolder: string
  /** Workspaces of the host's sessions, absolute and real. */
  workspaces(): readonly string[]
}

/** A text is the refusal; undefined lets it pass. */
export type RefusesPath = (operation: 'read' | 'list', path: string, who: CommandContext) => Promise<string | undefined>

/**
 * Files over the wire follow the path rules with scope *workspace*; nobody is asked, so ask and deny both refuse. A
 * full-scope client may list folder names outside, secret folders excepted, so that a folder can be chosen (W12).
 */
export function createFileScope(needs: FileScopeNeeds): RefusesPath {
  return async (operation, path, who) => {
    const decisions = needs
      .workspaces()
      .map((workspace) =>
        decidePath('read', path, workspaceScope({ workspace, home: needs.home, dataFolder: needs.dataFolder })),
      )
    if (decisions.some((decision) => decision.answer === 'allow')) return undefined
    if (operation === 'list' && who.scope === 'full' && !holdsSecret(needs, path)) return undefined
    return wordsOf(decisions) ?? 'no session works in a folder that holds this file'
  }
}

/** Judged with the root as workspace: what is left to refuse are the secret places (P7), whatever folder is open. */
export function holdsSecret(needs: Pick<FileScopeNeeds, 'home' | 'dataFolder'>, path: string): boolean {
  return decidePath('read', path, workspaceScope({ workspace: '/', ...needs })).answer === 'deny'
}

function wordsOf(decisions: readonly PathDecision[]): string | undefined {
  const reason = decisions.flatMap((decision) => decision.reasons)[0]
  return reason === undefined ? undefined : `${reason.text} (${reason.rule})`
}
