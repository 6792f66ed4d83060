/** What goes beyond the protocol in states and messages, under one key of their `_meta`; no foreign peer needs any of it. */
import { z } from 'zod'
import { Message } from './channels/chat/message.ts'
import type { ToolCallState } from './channels/chat/tool-call.ts'
import { matches, openEnum, openUnion } from './schema.ts'
import { ChangesSummary, FreeObject, Uri } from './values.ts'

/** The key of everything of ours in a `_meta` object. */
export const ROADSTEAD = 'x-roadstead'

/** Why something is not there, and what to do about it. */
const Unavailable = z.object({ status: z.literal('unavailable'), reason: z.string(), fix: z.optional(z.string()) })

/** The root state's facts about the host and the machine it runs on. */
export const HostFacts = z.object({
  version: z.string(),
  platform: z.string(),
  home: z.string(),
  dataFolder: z.object({ path: z.string(), readOnly: z.boolean(), notice: z.optional(z.string()) }),
  sandbox: openUnion('status', [
    z.object({ status: z.literal('available'), tool: z.string(), selfTestedAt: z.string() }),
    Unavailable,
  ]),
  git: openUnion('status', [z.object({ status: z.literal('available'), version: z.string() }), Unavailable]),
})
export type HostFacts = z.infer<typeof HostFacts>

/** In the `_meta` of the handshake: what of ours this host answers. */
export const Advertisement = z.object({ version: z.string(), commands: z.array(z.string()) })
export type Advertisement = z.infer<typeof Advertisement>

/** One line of the agent's plan. */
export const TodoItem = z.object({
  id: z.string(),
  text: z.string(),
  status: openEnum(['pending', 'in-progress', 'done']),
})
export type TodoItem = z.infer<typeof TodoItem>

/** In the `_meta` of a session's state and summary: what is known of it beyond the protocol. */
export const SessionFacts = z.object({
  createdAt: z.optional(z.string()),
  folderTrust: openEnum(['trusted', 'untrusted']),
  branch: z.optional(z.string()),
  todo: z.optional(z.array(TodoItem)),
  demo: z.optional(z.boolean()),
  changes: z.optional(ChangesSummary),
  /** The git tree the session's files stood at when it began: what its changeset compares with. */
  startTree: z.optional(z.string()),
  /** The agent said that the task is complete; gone when the person says something new. Being idle is not this. */
  taskComplete: z.optional(z.object({ summary: z.string(), at: z.string(), turnId: z.string() })),
})
export type SessionFacts = z.infer<typeof SessionFacts>

/** Why a tool call was allowed, asked about or denied. `rule`: its number in the attacks README (G1, C14, P6 …). */
export const Reason = z.object({
  rule: z.string(),
  class: openEnum(['contained', 'person', 'always']),
  text: z.string(),
})
export type Reason = z.infer<typeof Reason>

/** What a test runner reported. */
export const TestReport = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.object({ name: z.string(), message: z.optional(z.string()) })),
})
export type TestReport = z.infer<typeof TestReport>

/** Who allowed a call: a rule, a person, or a person's earlier answer. */
const DecidedBy = openEnum(['policy', 'person', 'remembered'])

/** In the `_meta` of a tool call; `round` counts model calls of the turn, `where` is a folder. */
export const ToolCallFacts = z.object({
  round: z.number(),
  reasons: z.optional(z.array(Reason)),
  protects: z.optional(openEnum(['sandbox', 'none'])),
  where: z.optional(z.string()),
  gitHead: z.optional(z.string()),
  startedAt: z.optional(z.string()),
  durationMs: z.optional(z.number()),
  exitCode: z.optional(z.number()),
  tests: z.optional(TestReport),
  decidedBy: z.optional(DecidedBy),
  rule: z.optional(z.string()),
})
export type ToolCallFacts = z.infer<typeof ToolCallFacts>

/**
 * Whether a tool call waits for a person. A call that a rule refuses passes through `pending-confirmation` on its way to
 * `cancelled` (SPEC 15.1 has no other way); who decided is then known already, and there is nothing to answer.
 */
export function waitsForPerson(
  call: ToolCallState,
): call is Extract<ToolCallState, { status: 'pending-confirmation' }> {
  return call.status === 'pending-confirmation' && roadsteadMeta(ToolCallFacts, call._meta)?.decidedBy === undefined
}

/** In `_meta.text` of what the host writes into state: our clients translate, others show the English beside it. */
export const TranslatableText = z.object({
  key: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type TranslatableText = z.infer<typeof TranslatableText>

/** `ErrorInfo.errorType` of a turn that the end of the host cut short. */
export const INTERRUPTED = 'interrupted'

/** What an ask leads to in a session; a `sessionMutable` config property named `permissionLevel`. */
export const permissionLevels = ['ask', 'sandboxed', 'auto', 'autopilot'] as const
export const PermissionLevel = openEnum(permissionLevels)
export type PermissionLevel = z.infer<typeof PermissionLevel>

/** The ids of the options of a confirmation. */
export const confirmationOptions = { allowOnce: 'allow-once', allowSession: 'allow-session', deny: 'deny' } as const

/** The ids of the operations of a changeset. */
export const changesetOperations = {
  commit: 'commit',
  discard: 'discard',
  undoCommit: 'undo-commit',
  undoDiscard: 'undo-discard',
} as const

/** In the `_meta` of `invokeChangesetOperation`: the message of a commit. */
export const OperationFacts = z.object({ message: z.optional(z.string()) })
export type OperationFacts = z.infer<typeof OperationFacts>

/** What a folder is, before a session starts in it. */
export const FolderFacts = z.object({
  folder: Uri,
  path: z.string(),
  status: openEnum(['ok', 'missing', 'unreadable', 'not-a-folder']),
  reason: z.optional(z.string()),
  trusted: z.boolean(),
  git: openUnion('status', [
    z.object({
      status: z.literal('repository'),
      root: z.string(),
      branch: z.optional(z.string()),
      head: z.optional(z.string()),
    }),
    z.object({ status: z.literal('none') }),
    z.object({ status: z.literal('unavailable'), reason: z.string() }),
  ]),
})
export type FolderFacts = z.infer<typeof FolderFacts>

/** A folder that was worked in. */
export const RecentFolder = z.object({ folder: Uri, path: z.string(), lastUsedAt: z.string(), trusted: z.boolean() })
export type RecentFolder = z.infer<typeof RecentFolder>

/** A commit in a line. */
export const CommitFacts = z.object({ hash: z.string(), author: z.string(), at: z.string(), summary: z.string() })
export type CommitFacts = z.infer<typeof CommitFacts>

/** Where one line of a file comes from. */
export const LineOrigin = openUnion('kind', [
  z.object({
    kind: z.literal('agent'),
    chat: Uri,
    turnId: z.string(),
    prompt: z.string(),
    toolCallId: z.string(),
    toolName: z.string(),
    at: z.string(),
    approval: z.object({
      kind: DecidedBy,
      rule: z.optional(z.string()),
      reason: z.optional(z.string()),
      at: z.string(),
    }),
    commit: z.optional(CommitFacts),
  }),
  z.object({ kind: z.literal('commit'), commit: CommitFacts }),
  z.object({ kind: z.literal('uncommitted') }),
  z.object({ kind: z.literal('unknown'), reason: z.string() }),
])
export type LineOrigin = z.infer<typeof LineOrigin>

/** One link of a session's audit chain; `hash` covers the entry and `previousHash`. */
export const AuditEntry = z.object({
  index: z.number(),
  at: z.string(),
  kind: z.string(),
  actor: z.string(),
  summary: z.string(),
  detail: FreeObject,
  hash: z.string(),
  previousHash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What a device may do, from little to all. */
export const deviceScopes = ['watch', 'approve', 'full'] as const
export const DeviceScope = openEnum(deviceScopes)
export type DeviceScope = z.infer<typeof DeviceScope>

/** A device that was paired; `current` is the one that asks. */
export const Device = z.object({
  id: z.string(),
  name: z.string(),
  scope: DeviceScope,
  createdAt: z.string(),
  lastUsedAt: z.optional(z.string()),
  current: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** In `_meta` of a message: files the person has open beside it. */
export const MessageFacts = z.object({ openFiles: z.optional(z.array(Uri)) })
export type MessageFacts = z.infer<typeof MessageFacts>

/**
 * In `_meta` of a `systemNotification` part: a message that was put into the running turn (SPEC 17). `message` is the
 * person's, whole; the part's own text is what clients that do not know of this show.
 */
export const SteeringFacts = z.object({ kind: z.literal('steering'), id: z.string(), message: Message })
export type SteeringFacts = z.infer<typeof SteeringFacts>

/** A `_meta` object: free-form, and absent as often as not. */
type Meta = Record<string, unknown> | undefined

/** Our part of a `_meta` object, if it is there and fits. */
export function roadsteadMeta<S extends z.ZodType>(schema: S, meta: Meta): z.infer<S> | undefined {
  const ours = meta?.[ROADSTEAD]
  return matches(schema, ours) ? ours : undefined
}

/** A `_meta` object with our part replaced; everything else in it stays. */
export function withRoadsteadMeta(meta: Meta, ours: object): Record<string, unknown> {
  return { ...meta, [ROADSTEAD]: ours }
}

/** The translatable form of a text the host wrote, if it has one. */
export function translatableText(meta: Meta): TranslatableText | undefined {
  const text = meta?.['text']
  return matches(TranslatableText, text) ? text : undefined
}

/** The views every session's changesets have; they are the last part of `changesetUri(id, …)`. */
export const changesetViews = { session: 'session', uncommitted: 'uncommitted' } as const
