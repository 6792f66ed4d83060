/** The changeset channel and the catalogue entries that name it (SPEC 18). */
import { z } from 'zod'
import { FileEdit } from '../../file-edit.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { ContentRef, ErrorInfo, FreeObject, StringOrMarkdown, TextRange, Uri } from '../../values.ts'

export const ChangesetCapabilities = z.object({
  review: z.optional(z.object({})),
})
export type ChangesetCapabilities = z.infer<typeof ChangesetCapabilities>

/** A catalogue entry; `uriTemplate` is RFC 6570 with no variable, `{turnId}`, or `{originalTurnId}` and `{modifiedTurnId}`. */
export const Changeset = z.object({
  label: z.string(),
  uriTemplate: z.string(),
  description: z.optional(z.string()),
  changeKind: z.string(),
  capabilities: z.optional(ChangesetCapabilities),
})
export type Changeset = z.infer<typeof Changeset>

/** `computing` is the first computation, `recomputing` a refresh while the files stay valid. */
export const ChangesetStatus = openEnum(['computing', 'recomputing', 'ready', 'error'])
export type ChangesetStatus = z.infer<typeof ChangesetStatus>

/** `id` is normally the URI after the edit. */
export const ChangesetFile = z.object({
  id: z.string(),
  edit: FileEdit,
  reviewed: z.optional(z.boolean()),
  _meta: z.optional(FreeObject),
})
export type ChangesetFile = z.infer<typeof ChangesetFile>

export const ChangesetOperationScope = openEnum(['changeset', 'resource', 'range'])
export type ChangesetOperationScope = z.infer<typeof ChangesetOperationScope>

export const ChangesetOperationStatus = openEnum(['idle', 'running', 'error', 'disabled'])
export type ChangesetOperationStatus = z.infer<typeof ChangesetOperationStatus>

/** What a changeset lets you do; with `confirmation` the client asks first. */
export const ChangesetOperation = z.object({
  id: z.string(),
  label: z.string(),
  description: z.optional(z.string()),
  scopes: z.array(ChangesetOperationScope),
  confirmation: z.optional(StringOrMarkdown),
  icon: z.optional(z.string()),
  group: z.optional(z.string()),
  status: ChangesetOperationStatus,
  error: z.optional(ErrorInfo),
})
export type ChangesetOperation = z.infer<typeof ChangesetOperation>

/** What an operation is applied to. */
export const ChangesetOperationTarget = openUnion('kind', [
  z.object({
    kind: z.literal('resource'),
    resource: Uri,
    side: z.optional(openEnum(['before', 'after'])),
  }),
  z.object({
    kind: z.literal('range'),
    resource: Uri,
    side: z.optional(openEnum(['before', 'after'])),
    range: TextRange,
  }),
])
export type ChangesetOperationTarget = z.infer<typeof ChangesetOperationTarget>

/** What to show afterwards. */
export const ChangesetOperationFollowUp = z.object({
  content: ContentRef,
  external: z.optional(z.boolean()),
})
export type ChangesetOperationFollowUp = z.infer<typeof ChangesetOperationFollowUp>

/** What a changeset channel holds. */
export const ChangesetState = z.object({
  status: ChangesetStatus,
  error: z.optional(ErrorInfo),
  files: z.array(ChangesetFile),
  operations: z.optional(z.array(ChangesetOperation)),
})
export type ChangesetState = z.infer<typeof ChangesetState>
