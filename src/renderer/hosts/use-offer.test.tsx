import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConnectionLost } from '../../client/commands.ts'
import type { DispatchOutcome } from '../../client/dispatches.ts'
import { permissionDenied } from '../../protocol/errors.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import { createFakeHost } from '../testing/fake-host.tsx'
import { useOffers } from './use-offer.ts'

function start() {
  const host = createFakeHost()
  const told: string[] = []
  const tell = ({ text }: { text: string }) => void told.push(text)
  const { result } = renderHook(() => useOffers(tell), { wrapper: ({ children }) => host.around(children) })
  return { host, told, offers: result.current }
}

const lost = 'The connection went before the host answered, so it is not known whether this was done.'

test('an action that was not applied is told by what is known of it', async () => {
  const { host, told, offers } = start()
  const outcomes: DispatchOutcome[] = [
    { kind: 'applied' },
    { kind: 'rejected', reason: 'a title must not be empty' },
    { kind: 'lost', reason: 'The host did not answer.' },
    { kind: 'lost', reason: 'There is no connection to the host.', isUnsent: true },
  ]
  const done: boolean[] = []
  for (const outcome of outcomes) {
    host.settleWith(outcome)
    await act(
      async () => void done.push(await offers.act('ahp-session:/s', { type: 'session/titleChanged', title: '' })),
    )
  }
  expect({ done, told }).toEqual({
    done: [true, false, false, false],
    told: [
      'That did not work: a title must not be empty',
      lost,
      'That did not work: There is no connection to the host.',
    ],
  })
})

test('a command is told of in the words of its place, and what may have been done never as a no', async () => {
  const { host, told, offers } = start()
  const answers = [
    () => Promise.reject(permissionDenied('no')),
    () => Promise.reject(new ConnectionLost('gone')),
    () => Promise.reject(new ConnectionLost('There is no connection to the host.', true)),
    () => Promise.resolve({ code: '1', expiresAt: '' }),
  ]
  const kinds: string[] = []
  for (const answer of answers) {
    host.answer('x-roadstead/createPairingCode', answer)
    const words = (reason: string) => `No code: ${reason}`
    const outcome = await act(() => offers.ask('x-roadstead/createPairingCode', { channel: ROOT_URI }, words))
    kinds.push(outcome.kind)
  }
  expect({ kinds, told }).toEqual({
    kinds: ['refused', 'lost', 'refused', 'done'],
    told: ['No code: no', lost, 'No code: There is no connection to the host.'],
  })
})
