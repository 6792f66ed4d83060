import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { DispatchOutcome } from '../../client/dispatches.ts'
import { ConnectionLost, type AnyCommand, type AnyParams, type AnyResult } from '../../client/commands.ts'
import type { StateAction } from '../../protocol/actions.ts'
import { ProtocolError } from '../../protocol/errors.ts'
import { useI18n } from '../platform/i18n.tsx'
import { useHost } from './host-context.ts'

/**
 * Offers an action on a channel and tells what came of it, in the language of the page; never throws. What never left is refused,
 * not lost.
 */
export function useDispatch(): (channel: string, action: StateAction) => Promise<DispatchOutcome> {
  const { client } = useHost()
  const { hostText } = useI18n()
  return useCallback(
    async (channel, action) => {
      const outcome = await client.dispatch(channel, action)
      if (outcome.kind === 'applied') return outcome
      const isRefused = outcome.kind === 'rejected' || outcome.isUnsent === true
      return { kind: isRefused ? 'rejected' : 'lost', reason: hostText(outcome.reason) }
    },
    [client, hostText],
  )
}

/** What came of a command that a person asked for. */
export type CommandOutcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  /** The host's no, in its words as the page says them; or nothing was sent. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer can come; nothing is known of what was done. */
  | { readonly kind: 'lost'; readonly reason: string }

export type SendCommand = <M extends AnyCommand>(
  method: M,
  params: AnyParams<M>,
) => Promise<CommandOutcome<AnyResult<M>>>

/** Sends a command and tells what came of it; never throws. */
export function useCommand(): SendCommand {
  const { client } = useHost()
  const { hostText } = useI18n()
  return useCallback(
    async (method, params) => {
      try {
        return { kind: 'done', result: await client.request(method, params) }
      } catch (error) {
        const reason = hostText(error instanceof Error ? error.message : String(error))
        const isRefused = error instanceof ProtocolError || (error instanceof ConnectionLost && error.isUnsent)
        return { kind: isRefused ? 'refused' : 'lost', reason }
      }
    },
    [client, hostText],
  )
}

/** The answer to a question to the host, cached by its parameters. Never for what a channel holds. */
export function useRequest<M extends AnyCommand>(
  method: M,
  params: AnyParams<M>,
  options: { enabled?: boolean; staleTime?: number } = {},
): UseQueryResult<AnyResult<M>> {
  const { client } = useHost()
  return useQuery<AnyResult<M>>({
    queryKey: [method, params],
    queryFn: () => client.request(method, params),
    enabled: options.enabled ?? true,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
  })
}
