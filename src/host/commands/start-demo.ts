import { invalidParams, ProtocolError } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams } from '../../protocol/roadstead-commands.ts'
import { filePathOf, fileUri, sessionUri } from '../../protocol/uri.ts'
import { isoNow } from '../platform/clock.ts'
import { waitForReady } from '../sessions/wait-for-ready.ts'
import { createSession, type SessionCommandsNeeds } from './create-sessions.ts'

export interface DemoNeeds extends SessionCommandsNeeds {
  readonly demo: {
    create(
      parent?: string,
    ): Promise<{ kind: 'created'; folder: string; script: object; prompt: string } | { kind: 'failed'; reason: string }>
  }
}

/**
 * `x-roadstead/startDemo`: makes a small real repository with a failing test in a scratch folder, a session of the
 * scripted agent in it, and asks for the fix. The folder is ours, made this moment, so it is trusted.
 */
export async function startDemo(
  needs: DemoNeeds,
  params: RoadsteadCommandParams<'x-roadstead/startDemo'>,
): Promise<{ session: string; chat: string; folder: string }> {
  const blocked = needs.blocked()
  if (blocked !== undefined) throw new ProtocolError(-32009, blocked, {})
  const parent = params.parent === undefined ? undefined : filePathOf(params.parent)
  if (params.parent !== undefined && parent === undefined) throw invalidParams('parent: not the URI of a local folder')
  const made = await needs.demo.create(parent)
  if (made.kind === 'failed') throw new ProtocolError(-32603, made.reason)
  needs.folders.setTrusted(made.folder, true, isoNow(needs.clock))
  const session = sessionUri(needs.newId())
  const folder = fileUri(made.folder)
  await createSession(needs, {
    channel: session,
    provider: 'scripted',
    workingDirectories: [folder],
    config: { script: { ...made.script } },
  })
  const chat = await waitForReady(needs.channels, session)
  if (chat === undefined) throw new ProtocolError(-32603, 'The demo session could not be started.')
  needs.channels.apply(chat, {
    type: 'chat/turnStarted',
    turnId: needs.newId(),
    startedAt: isoNow(needs.clock),
    message: { text: made.prompt, origin: { kind: 'user' } },
  })
  await needs.channels.settled()
  return { session, chat, folder }
}
