import { SystemPrompt } from '../../../protocol/model-facts.ts'
import { PermissionLevel } from '../../../protocol/roadstead.ts'
import { matches } from '../../../protocol/schema.ts'
import { instructionsText, listNestedInstructions, readRootInstructions } from '../../context/instructions.ts'
import { machineText, type MachineFacts } from '../../context/machine-text.ts'
import { systemText } from '../../context/system-text.ts'
import { workspaceText } from '../../context/workspace-text.ts'
import type { Model } from '../../models/model.ts'
import type { SentPart, TurnCalls } from '../../models/turn-calls.ts'
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
  /** Empty where it was on none. */
  readonly branch: string
  parts: readonly SentPart[]
}

const rememberedSessions = 200

/** The ids under which a session's record keeps what its workspace was when its conversation began. */
const workspaceId = 'session.workspace'
const branchId = 'session.branch'

/**
 * Makes the heads of prompts. What a workspace held when its conversation began is kept with the session, for a text that
 * changed with every new file or host would make the provider read the whole conversation anew. Each text is remembered as
 * an object.
 */
export function createPromptHeads(needs: HeadNeeds) {
  const sessions = new Map<string, Remembered>()

  return function headOf(context: TurnContext, model: Model, reach: ToolContext): PromptHead {
    const { calls } = context
    const { id, config } = context.session
    // Read from files: a process would cost more than all the rest of this.
    const git = reach.git.headFacts(reach.workspace)
    const branch = git?.branch
    const known = sessions.get(id)
    const workspace =
      known?.workspace ??
      part(
        'workspace',
        keep(calls, workspaceId, () => workspaceText(reach, git)),
      )
    const branchThen = known?.branch ?? keep(calls, branchId, () => branch ?? '')
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
    sessions.set(id, { workspace, branch: branchThen, parts })
    for (const oldest of sessions.keys()) {
      if (sessions.size <= rememberedSessions) break
      sessions.delete(oldest)
    }
    const moved = branchThen !== branch && branch !== undefined
    return { parts, ...(moved && { branchNow: branch }) }
  }
}

/** As it was kept, which is without secrets: so it is sent from the first time on. */
function keep(calls: TurnCalls, id: string, make: () => string): string {
  const kept = calls.toldOf(id)
  if (kept !== undefined) return kept.text
  const text = make()
  calls.keepTold(id, { text })
  return calls.toldOf(id)?.text ?? text
}

function part(name: SentPart['name'], text: string): SentPart {
  return { name, role: 'system', text }
}
