import { useMemo } from 'react'
import type { AnyCommand, AnyParams, AnyResult } from '../../client/commands.ts'
import type { StateAction } from '../../protocol/actions.ts'
import { useI18n } from '../platform/i18n.tsx'
import { useCommand, useDispatch, type CommandOutcome } from './use-request.ts'

/** Tells the person that something was not done: a toast does. */
export type Tell = (word: { readonly text: string; readonly tone: 'bad' }) => void

/** Puts the host's no into words of a place; `common.notDone` otherwise. */
type Words = (reason: string) => string

/** What a person asks for with a click. What does not come of it is told, in one way for all. */
export interface Offers {
  /** Whether the action was applied. */
  act(channel: string, action: StateAction, words?: Words): Promise<boolean>
  ask<M extends AnyCommand>(method: M, params: AnyParams<M>, words?: Words): Promise<CommandOutcome<AnyResult<M>>>
  /** Why it was not done, for places of their own; undefined when it was. */
  whyNot(outcome: { readonly kind: string; readonly reason?: string }, words?: Words): string | undefined
}

/** Offers actions and commands to the host; `tell` says what was not done. */
export function useOffers(tell: Tell): Offers {
  const dispatch = useDispatch()
  const command = useCommand()
  const { t } = useI18n()
  return useMemo(() => {
    const notDone: Words = (reason) => t('common.notDone', { reason })
    function whyNot(outcome: { readonly kind: string; readonly reason?: string }, words = notDone) {
      if (outcome.kind === 'applied' || outcome.kind === 'done') return undefined
      return outcome.kind === 'lost' ? t('common.lost') : words(outcome.reason ?? '')
    }
    function heard<T extends { readonly kind: string; readonly reason?: string }>(outcome: T, words?: Words): T {
      const text = whyNot(outcome, words)
      if (text !== undefined) tell({ text, tone: 'bad' })
      return outcome
    }
    return {
      whyNot,
      act: async (channel, action, words) => heard(await dispatch(channel, action), words).kind === 'applied',
      ask: async (method, params, words) => heard(await command(method, params), words),
    }
  }, [command, dispatch, t, tell])
}
