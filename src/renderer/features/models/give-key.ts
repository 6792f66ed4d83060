import type { HostClient } from '../../../client/host-client.ts'
import { ErrorCode, ProtocolError } from '../../../protocol/errors.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'

/** What came of a key that was given to the host. `reason` never holds the key. */
export type GiveKeyOutcome =
  | { readonly kind: 'taken' }
  /** The provider said no. */
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Hands a key to the host (SPEC 26) and keeps nothing of it. */
export async function giveKey(
  client: Pick<HostClient, 'request'>,
  resource: string,
  key: string,
): Promise<GiveKeyOutcome> {
  try {
    await client.request('authenticate', { channel: ROOT_URI, resource, token: key })
    return { kind: 'taken' }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(key, '…')
    const isWrong = error instanceof ProtocolError && error.code === ErrorCode.AuthRequired
    return { kind: isWrong ? 'wrong' : 'failed', reason }
  }
}
