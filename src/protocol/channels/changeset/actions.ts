/** The actions of the changeset channel (SPEC 18). */
import { z } from 'zod'
import type { ActionFacts } from '../../action-facts.ts'
import { ChangesetFile, ChangesetOperation, ChangesetOperationStatus, ChangesetStatus } from './state.ts'
import { openUnion } from '../../schema.ts'
import { ErrorInfo } from '../../values.ts'

/** Sets the status; an error is kept only with status `error`. */
export const ChangesetStatusChanged = z.object({
  type: z.literal('changeset/statusChanged'),
  status: ChangesetStatus,
  error: z.optional(ErrorInfo),
})
export type ChangesetStatusChanged = z.infer<typeof ChangesetStatusChanged>

/** Adds or replaces a file. */
export const ChangesetFileSet = z.object({
  type: z.literal('changeset/fileSet'),
  file: ChangesetFile,
})
export type ChangesetFileSet = z.infer<typeof ChangesetFileSet>

/** Removes a file. */
export const ChangesetFileRemoved = z.object({
  type: z.literal('changeset/fileRemoved'),
  fileId: z.string(),
})
export type ChangesetFileRemoved = z.infer<typeof ChangesetFileRemoved>

/** Marks files as reviewed or not. */
export const ChangesetFilesReviewChanged = z.object({
  type: z.literal('changeset/filesReviewChanged'),
  files: z.array(z.string()),
  reviewed: z.boolean(),
})
export type ChangesetFilesReviewChanged = z.infer<typeof ChangesetFilesReviewChanged>

/** Replaces the files, and the operations if given. */
export const ChangesetContentChanged = z.object({
  type: z.literal('changeset/contentChanged'),
  files: z.array(ChangesetFile),
  operations: z.optional(z.array(ChangesetOperation)),
})
export type ChangesetContentChanged = z.infer<typeof ChangesetContentChanged>

/** Replaces or clears the operations. */
export const ChangesetOperationsChanged = z.object({
  type: z.literal('changeset/operationsChanged'),
  operations: z.optional(z.array(ChangesetOperation)),
})
export type ChangesetOperationsChanged = z.infer<typeof ChangesetOperationsChanged>

/** Sets the status of one operation. */
export const ChangesetOperationStatusChanged = z.object({
  type: z.literal('changeset/operationStatusChanged'),
  operationId: z.string(),
  status: ChangesetOperationStatus,
  error: z.optional(ErrorInfo),
})
export type ChangesetOperationStatusChanged = z.infer<typeof ChangesetOperationStatusChanged>

/** Empties the files. */
export const ChangesetCleared = z.object({
  type: z.literal('changeset/cleared'),
})
export type ChangesetCleared = z.infer<typeof ChangesetCleared>

/** The schemas of all actions of this channel. */
export const changesetActions = [
  ChangesetStatusChanged,
  ChangesetFileSet,
  ChangesetFileRemoved,
  ChangesetFilesReviewChanged,
  ChangesetContentChanged,
  ChangesetOperationsChanged,
  ChangesetOperationStatusChanged,
  ChangesetCleared,
] as const

/** Any action of this channel; unknown types pass and are kept (SPEC 27). */
export const ChangesetAction = openUnion('type', changesetActions)
export type ChangesetAction = z.infer<typeof ChangesetAction>

/** Who may send each action and since which release; an action left out does not compile. */
export const changesetActionFacts: Record<ChangesetAction['type'], ActionFacts> = {
  'changeset/statusChanged': { from: 'host', since: '0.2.0' },
  'changeset/fileSet': { from: 'host', since: '0.2.0' },
  'changeset/fileRemoved': { from: 'host', since: '0.2.0' },
  'changeset/filesReviewChanged': { from: 'anyone', since: '0.6.0' },
  'changeset/contentChanged': { from: 'host', since: '0.4.0' },
  'changeset/operationsChanged': { from: 'host', since: '0.2.0' },
  'changeset/operationStatusChanged': { from: 'host', since: '0.3.0' },
  'changeset/cleared': { from: 'host', since: '0.2.0' },
}
