import { invalidParams, notFound } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams, RoadsteadCommandResult } from '../../protocol/roadstead-commands.ts'
import type { DeviceScope } from '../../protocol/roadstead.ts'
import type { CommandContext } from '../server/server.ts'

type Device = Omit<RoadsteadCommandResult<'x-roadstead/listDevices'>['items'][number], 'current'>

/** What these commands need of the ones who let devices in; handed in, because listeners are another room. */
export interface DeviceAccess {
  createPairingCode(scope: DeviceScope): { readonly code: string; readonly expiresAt: string }
  devices(): readonly Device[]
  /** False when there is no such device. */
  revoke(id: string): boolean
}

/** `x-roadstead/createPairingCode`: a code that one device can trade for its own credential (attacks README, W4b). */
export function createPairingCode(
  access: DeviceAccess,
  params: RoadsteadCommandParams<'x-roadstead/createPairingCode'>,
): RoadsteadCommandResult<'x-roadstead/createPairingCode'> {
  const { code, expiresAt } = access.createPairingCode(params.scope ?? 'full')
  return { code, expiresAt }
}

/** `x-roadstead/listDevices`. */
export function listDevices(
  access: DeviceAccess,
  who: CommandContext,
): RoadsteadCommandResult<'x-roadstead/listDevices'> {
  const own = who.principal.kind === 'device' ? who.principal.id : undefined
  return { items: access.devices().map((device) => ({ ...device, current: device.id === own })) }
}

/** `x-roadstead/revokeDevice`: its credential is worth nothing from now on, its connections are closed. */
export function revokeDevice(access: DeviceAccess, params: RoadsteadCommandParams<'x-roadstead/revokeDevice'>): object {
  if (params.id === '') throw invalidParams('id: a device is needed')
  if (!access.revoke(params.id)) throw notFound(params.id)
  return {}
}
