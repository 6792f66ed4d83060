import type { TerminalInfo } from '../../protocol/channels/root/state.ts'
import { parseChannelUri, ROOT_URI } from '../../protocol/uri.ts'
import type { Applied, Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import { detailOf } from '../platform/error-detail.ts'
import type { Logger } from '../platform/logger.ts'
import type { Terminals } from '../terminals/terminals.ts'

/**
 * Carries typing and resizing to the pty, and keeps the root channel's list of terminals (SPEC 19). What a closed terminal
 * kept is removed with it, unless it is only retired.
 */
export function driveTerminals(needs: {
  readonly channels: Channels
  readonly terminals: Terminals
  readonly logger: Logger
  isRetired(uri: string): boolean
}): Dispose {
  const { channels, terminals, logger } = needs

  function idOf(channel: string): string | undefined {
    const parsed = parseChannelUri(channel)
    return parsed?.kind === 'terminal' ? parsed.id : undefined
  }

  function listAll(): void {
    const infos: TerminalInfo[] = channels.list('terminal').flatMap((resource) => {
      const state = channels.state(resource, 'terminal')
      return state === undefined
        ? []
        : [{ resource, title: state.title, claim: state.claim, lifecycle: state.lifecycle }]
    })
    if (JSON.stringify(infos) === JSON.stringify(channels.state(ROOT_URI, 'root')?.terminals ?? [])) return
    channels.apply(ROOT_URI, { type: 'root/terminalsChanged', terminals: infos })
  }

  function react({ envelope, after }: Applied): void {
    if (after.kind !== 'terminal') return
    const { action, channel } = envelope
    const id = idOf(channel)
    const terminal = id === undefined ? undefined : terminals.get(id)
    switch (action.type) {
      case 'terminal/input':
        terminal?.write(action.data)
        return
      case 'terminal/resized':
        terminal?.resize(action.cols, action.rows)
        return
      case 'terminal/claimed':
      case 'terminal/titleChanged':
      case 'terminal/exited':
        listAll()
        return
      default:
        return
    }
  }

  /** Nobody waits for this: what cannot be removed is told in the log. */
  function dispose(terminal: string, id: string): void {
    terminals.dispose(id).catch((error: unknown) => {
      logger.warn('the output of a terminal could not be removed', { terminal, detail: detailOf(error) })
    })
  }

  const stops = [
    channels.onApplied(react),
    channels.onOpened((channel) => {
      if (channels.kindOf(channel) === 'terminal') listAll()
    }),
    channels.onClosed((channel) => {
      const id = idOf(channel)
      if (id === undefined) return
      if (!needs.isRetired(channel)) dispose(channel, id)
      listAll()
    }),
  ]
  // Those kept from before this start opened without anybody being told.
  if (channels.has(ROOT_URI)) listAll()
  return () => stops.forEach((stop) => stop())
}
