import { useCallback, useMemo, useState } from 'react'
import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import type { SessionModelInfo } from '../../../protocol/channels/root/state.ts'
import type { ModelSelection } from '../../../protocol/channels/root/selection.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { useChannel } from '../../hosts/use-channel.ts'
import { readPreference, usePreference, writePreference } from '../../platform/preferences.ts'
import { effortsOf, knownModel } from './model-groups.ts'

/** Which model the next message is meant for. */
export interface ModelChoice {
  /** What the agent offers; an agent without models has none to choose. */
  readonly models: readonly SessionModelInfo[]
  /** What goes with the message. */
  readonly selected: ModelSelection | undefined
  /** Absent for a model that is not offered any more. */
  readonly info: SessionModelInfo | undefined
  readonly isUsable: boolean
  choose(selection: ModelSelection): void
  /** The choice went with a message, which tells of it from now on. */
  settle(): void
}

/**
 * The last choice counts: the one just made, else the draft's, else what the last message was for, else what was chosen for this
 * agent the last time, else the first that can be used.
 */
export function useModelChoice(
  agent: string | undefined,
  chat?: Pick<ChatState, 'draft' | 'activeTurn' | 'turns' | 'queuedMessages'>,
): ModelChoice {
  const agents = useChannel(ROOT_URI, 'root').state?.agents
  const [remembered] = usePreference('models')
  const [made, setMade] = useState<Made | undefined>(undefined)
  const drafted = chat?.draft?.model
  const models = useMemo(() => agents?.find(({ provider }) => provider === agent)?.models ?? [], [agents, agent])
  const choose = useCallback(
    (selection: ModelSelection) => {
      setMade({ selection, before: drafted, isTold: false })
      if (agent !== undefined) writePreference('models', { ...readPreference('models'), [agent]: selection })
    },
    [agent, drafted],
  )
  const settle = useCallback(() => setMade(undefined), [])

  const heard = made === undefined ? undefined : hear(made, drafted)
  if (heard !== made) setMade(heard)

  const said = chat === undefined ? undefined : saidModel(chat)
  const before = agent === undefined ? undefined : remembered[agent]
  const selected = heard?.selection ?? drafted ?? said ?? usableOf(models, before) ?? firstUsable(models)
  const info = models.find(({ id }) => id === selected?.id)
  return useMemo(
    () => ({
      models,
      selected: selected === undefined ? undefined : fitting(selected, info),
      info,
      isUsable: info !== undefined && knownModel(info).isUsable,
      choose,
      settle,
    }),
    [models, selected, info, choose, settle],
  )
}

/** A choice made here. `before`: what the draft said then; `isTold`: the draft has said it since. */
interface Made {
  readonly selection: ModelSelection
  readonly before: ModelSelection | undefined
  readonly isTold: boolean
}

/** The choice, in the light of what the draft says now; undefined once another window has chosen otherwise. */
function hear(made: Made, drafted: ModelSelection | undefined): Made | undefined {
  if (isSame(drafted, made.selection)) return made.isTold ? made : { ...made, isTold: true }
  const isOther = drafted !== undefined && (made.isTold || !isSame(drafted, made.before))
  return isOther ? undefined : made
}

function isSame(one: ModelSelection | undefined, other: ModelSelection | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function saidModel({ queuedMessages, activeTurn, turns }: Pick<ChatState, 'activeTurn' | 'turns' | 'queuedMessages'>) {
  return (
    queuedMessages?.findLast(({ message }) => message.model !== undefined)?.message.model ??
    activeTurn?.message.model ??
    turns.findLast(({ message }) => message.model !== undefined)?.message.model
  )
}

/** A remembered model counts only while it can be used: a key that is gone must not leave a new session without a model. */
function usableOf(models: readonly SessionModelInfo[], selection: ModelSelection | undefined) {
  const info = models.find(({ id }) => id === selection?.id)
  return info !== undefined && knownModel(info).isUsable ? selection : undefined
}

function firstUsable(models: readonly SessionModelInfo[]): ModelSelection | undefined {
  const info = models.find((each) => knownModel(each).isUsable)
  return info === undefined ? undefined : { id: info.id }
}

/** Without an effort the model does not know. */
function fitting(selection: ModelSelection, info: SessionModelInfo | undefined): ModelSelection {
  const effort = selection.config?.['effort']
  if (effort === undefined || info === undefined || effortsOf(info).efforts.some((each) => each === effort))
    return selection
  const { effort: _other, ...config } = selection.config ?? {}
  return Object.keys(config).length === 0 ? { id: selection.id } : { ...selection, config }
}
