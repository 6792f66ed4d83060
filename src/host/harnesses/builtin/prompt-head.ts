import { SystemPrompt } from '../../../protocol/model-facts.ts'
import { PermissionLevel } from '../../../protocol/roadstead.ts'
import { matches } from '../../../protocol/schema.ts'
import { instructionsText, listNestedInstructions, readRootInstructions } from '../../context/instructions.ts'
import { machineText, type MachineFacts } from '../../context/machine-text.ts'
import { systemText } from '../../context/system-text.ts'
import { workspaceText } from '../../context/workspace-text.ts'
import type { Model } from '../../models/model.ts'
import type { SentPart } from '../../models/turn-calls.ts'
import type { ToolContext } from '../../tools/tool.ts'
import type { TurnContext } from '../adapter.ts'

/** What stands before every conversation and stays as it is for the whole turn. */
export interface PromptHead {
  readonly parts: readonly SentPart[]
  /** The branch, where it is another one than the workspace's text says. */
  readonly branchNow?: string
}

/** What heads are made with. */
export interface HeadNeeds {
  readonly platform: string
  sandbox(): MachineFacts['sandbox']
}

interface Remembered {
  readonly workspace: SentPart
  readonly branch: string | undefined
  parts: readonly SentPart[]
}

const rememberedSessions = 200

/**
 * Makes the heads of prompts. What a workspace held when its conversation began is remembered, for a text that changed with
 * every new file would make the provider read the whole conversation anew; so is each text as an object.
 */
export function createPromptHeads(needs: HeadNeeds) {
  const sessions = new Map<string, Remembered>()

  return function headOf(context: TurnContext, model: Model, reach: ToolContext): PromptHead {
    const { id, config } = context.session
    // Read from files: a process would cost more than all the rest of this.
    const git = reach.git.headFacts(reach.workspace)
    const branch = git?.branch
    const known = sessions.get(id)
    const workspace = known?.workspace ?? part('workspace', workspaceText(reach, git))
    const level = config['permissionLevel']
    const machine = machineText({
      platform: needs.platform,
      now: context.now(),
      sandbox: needs.sandbox(),
      level: matches(PermissionLevel, level) ? level : 'ask',
      unattended: reach.unattended,
    })
    const words = config['systemPrompt']
    const own = matches(SystemPrompt, words) ? words : undefined
    const instructions = instructionsText(readRootInstructions(reach), listNestedInstructions(reach))
    const parts = [
      part('system', systemText(model.family, own)),
      part('machine', machine),
      workspace,
      ...(instructions === '' ? [] : [part('instructions', instructions)]),
    ].map((made) => known?.parts.find((before) => before.name === made.name && before.text === made.text) ?? made)
    sessions.delete(id)
    sessions.set(id, { workspace, branch: known === undefined ? branch : known.branch, parts })
    for (const oldest of sessions.keys()) {
      if (sessions.size <= rememberedSessions) break
      sessions.delete(oldest)
    }
    const moved = known !== undefined && known.branch !== branch && branch !== undefined
    return { parts, ...(moved && { branchNow: branch }) }
  }
}

function part(name: SentPart['name'], text: string): SentPart {
  return { name, role: 'system', text }
}
