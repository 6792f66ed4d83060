/** Commands beyond the protocol. Their names begin with `x-roadstead/`; no foreign peer needs any of them. */
import { z } from 'zod'
import { CompletionsResult } from './channels/chat/commands.ts'
import { invalidParams } from './errors.ts'
import { ModelCall, ModelEndpoint, PromptPartText, ProviderFacts, Spending } from './model-facts.ts'
import { AuditEntry, Device, deviceScopes, FolderFacts, LineOrigin, RecentFolder, type ROADSTEAD } from './roadstead.ts'
import { check } from './schema.ts'
import { BoundedUri, FreeObject, Uri } from './values.ts'

const onRoot = { channel: BoundedUri, _meta: z.optional(FreeObject) }
const onSession = onRoot
/** A host asked for less than all must not be tricked by a scope it does not know. */
const RequestedScope = z.enum(deviceScopes)
const nothing = z.object({})

/** Our own commands. On the root channel, but those about one session on its. */
export const roadsteadCommands = {
  'x-roadstead/folderFacts': { params: z.object({ ...onRoot, folder: BoundedUri }), result: FolderFacts },
  'x-roadstead/setFolderTrust': {
    params: z.object({ ...onRoot, folder: BoundedUri, trusted: z.boolean() }),
    result: nothing,
  },
  'x-roadstead/recentFolders': { params: z.object(onRoot), result: z.object({ items: z.array(RecentFolder) }) },
  /** As `completions`, for the first message of a session that is yet to be made in the folder. */
  'x-roadstead/folderCompletions': {
    params: z.object({ ...onRoot, folder: BoundedUri, text: z.string(), offset: z.int().min(0) }),
    result: CompletionsResult,
  },
  /** `parent`: the folder in which the demo's repository is made; the host's own choice when absent. */
  'x-roadstead/startDemo': {
    params: z.object({ ...onRoot, parent: z.optional(BoundedUri) }),
    result: z.object({ session: Uri, chat: Uri, folder: Uri }),
  },
  /** `line` counts from 1 in the present content. */
  'x-roadstead/lineOrigin': {
    params: z.object({ ...onSession, file: BoundedUri, line: z.int().min(1) }),
    result: LineOrigin,
  },
  'x-roadstead/auditEntries': {
    params: z.object({ ...onSession, cursor: z.optional(z.string()) }),
    result: z.object({ items: z.array(AuditEntry), nextCursor: z.optional(z.string()) }),
  },
  /** The calls of a session's models, newest first. */
  'x-roadstead/modelCalls': {
    params: z.object({ ...onSession, cursor: z.optional(z.string()), turnId: z.optional(z.string().max(256)) }),
    result: z.object({ items: z.array(ModelCall), nextCursor: z.optional(z.string()) }),
  },
  /** What one call sent, part by part, and what came back. */
  'x-roadstead/modelCallPrompt': {
    params: z.object({ ...onSession, id: z.string().max(256) }),
    result: z.object({ call: ModelCall, parts: z.array(PromptPartText), reply: z.optional(z.string()) }),
  },
  'x-roadstead/spending': { params: z.object({ ...onRoot, since: z.string().max(64) }), result: Spending },
  /** `look`: ask the providers that have a key, and the usual local ports, what they offer now. */
  'x-roadstead/modelProviders': {
    params: z.object({ ...onRoot, look: z.optional(z.boolean()) }),
    result: z.object({ items: z.array(ProviderFacts) }),
  },
  'x-roadstead/setModelEndpoint': {
    params: z.object({ ...onRoot, endpoint: ModelEndpoint }),
    result: z.object({ id: z.string() }),
  },
  'x-roadstead/removeModelEndpoint': { params: z.object({ ...onRoot, id: z.string().max(64) }), result: nothing },
  /** The key that was given for a resource with `authenticate`. */
  'x-roadstead/forgetModelKey': {
    params: z.object({ ...onRoot, resource: z.string().min(1).max(4096) }),
    result: nothing,
  },
  'x-roadstead/createPairingCode': {
    params: z.object({ ...onRoot, name: z.optional(z.string().max(200)), scope: z.optional(RequestedScope) }),
    result: z.object({ code: z.string(), expiresAt: z.string() }),
  },
  'x-roadstead/listDevices': { params: z.object(onRoot), result: z.object({ items: z.array(Device) }) },
  'x-roadstead/revokeDevice': { params: z.object({ ...onRoot, id: z.string().max(256) }), result: nothing },
} satisfies Record<`${typeof ROADSTEAD}/${string}`, { params: z.ZodType; result: z.ZodType }>

/** Our commands by their method. */
export type RoadsteadCommandName = keyof typeof roadsteadCommands
export type RoadsteadCommandParams<M extends RoadsteadCommandName> = z.infer<(typeof roadsteadCommands)[M]['params']>
export type RoadsteadCommandResult<M extends RoadsteadCommandName> = z.infer<(typeof roadsteadCommands)[M]['result']>

/** Whether the method is a command of ours. */
export function isRoadsteadCommandName(method: string): method is RoadsteadCommandName {
  return Object.hasOwn(roadsteadCommands, method)
}

/** The parameters of a command of ours, checked; throws `invalidParams` when they do not fit. */
export function parseRoadsteadParams<M extends RoadsteadCommandName>(
  method: M,
  params: unknown,
): RoadsteadCommandParams<M> {
  const checked = check<z.ZodType>(roadsteadCommands[method].params, params)
  if (!checked.ok) throw invalidParams(checked.problem)
  return checked.value as RoadsteadCommandParams<M>
}
