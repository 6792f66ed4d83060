/** Questions an agent asks the person (SPEC 16). */
import { z } from 'zod'
import { openEnum, openUnion } from '../../schema.ts'
import { Uri } from '../../values.ts'

export const ChatInputResponseKind = openEnum(['accept', 'decline', 'cancel'])
export type ChatInputResponseKind = z.infer<typeof ChatInputResponseKind>

export const ChatInputOption = z.object({
  id: z.string(),
  label: z.string(),
  description: z.optional(z.string()),
  recommended: z.optional(z.boolean()),
})
export type ChatInputOption = z.infer<typeof ChatInputOption>

export const ChatInputQuestionBase = z.object({
  id: z.string(),
  title: z.optional(z.string()),
  message: z.string(),
  required: z.optional(z.boolean()),
})
export type ChatInputQuestionBase = z.infer<typeof ChatInputQuestionBase>

export const ChatInputTextQuestion = z.object({
  ...ChatInputQuestionBase.shape,
  kind: z.literal('text'),
  format: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  defaultValue: z.optional(z.string()),
})
export type ChatInputTextQuestion = z.infer<typeof ChatInputTextQuestion>

export const ChatInputNumberQuestion = z.object({
  ...ChatInputQuestionBase.shape,
  kind: z.enum(['number', 'integer']),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  defaultValue: z.optional(z.number()),
})
export type ChatInputNumberQuestion = z.infer<typeof ChatInputNumberQuestion>

export const ChatInputBooleanQuestion = z.object({
  ...ChatInputQuestionBase.shape,
  kind: z.literal('boolean'),
  defaultValue: z.optional(z.boolean()),
})
export type ChatInputBooleanQuestion = z.infer<typeof ChatInputBooleanQuestion>

export const ChatInputSingleSelectQuestion = z.object({
  ...ChatInputQuestionBase.shape,
  kind: z.literal('single-select'),
  options: z.array(ChatInputOption),
  allowFreeformInput: z.optional(z.boolean()),
})
export type ChatInputSingleSelectQuestion = z.infer<typeof ChatInputSingleSelectQuestion>

export const ChatInputMultiSelectQuestion = z.object({
  ...ChatInputQuestionBase.shape,
  kind: z.literal('multi-select'),
  options: z.array(ChatInputOption),
  allowFreeformInput: z.optional(z.boolean()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
})
export type ChatInputMultiSelectQuestion = z.infer<typeof ChatInputMultiSelectQuestion>

/** Told apart by `kind`. */
export const ChatInputQuestion = openUnion('kind', [
  ChatInputTextQuestion,
  ChatInputNumberQuestion,
  ChatInputBooleanQuestion,
  ChatInputSingleSelectQuestion,
  ChatInputMultiSelectQuestion,
])
export type ChatInputQuestion = z.infer<typeof ChatInputQuestion>

export const ChatInputAnswerValue = openUnion('kind', [
  z.object({
    kind: z.literal('text'),
    value: z.string(),
  }),
  z.object({
    kind: z.literal('number'),
    value: z.number(),
  }),
  z.object({
    kind: z.literal('boolean'),
    value: z.boolean(),
  }),
  z.object({
    kind: z.literal('selected'),
    value: z.string(),
    freeformValues: z.optional(z.array(z.string())),
  }),
  z.object({
    kind: z.literal('selected-many'),
    value: z.array(z.string()),
    freeformValues: z.optional(z.array(z.string())),
  }),
])
export type ChatInputAnswerValue = z.infer<typeof ChatInputAnswerValue>

export const ChatInputAnswered = z.object({
  state: z.enum(['draft', 'submitted']),
  value: ChatInputAnswerValue,
})
export type ChatInputAnswered = z.infer<typeof ChatInputAnswered>

export const ChatInputSkipped = z.object({
  state: z.literal('skipped'),
  freeformValues: z.optional(z.array(z.string())),
})
export type ChatInputSkipped = z.infer<typeof ChatInputSkipped>

/** `draft` is shared between clients, `submitted` counts, `skipped` has no value. */
export const ChatInputAnswer = openUnion('state', [ChatInputAnswered, ChatInputSkipped])
export type ChatInputAnswer = z.infer<typeof ChatInputAnswer>

/** Open as long as its response part has no `response`. */
export const ChatInputRequest = z.object({
  id: z.string(),
  message: z.optional(z.string()),
  url: z.optional(Uri),
  questions: z.optional(z.array(ChatInputQuestion)),
  answers: z.optional(z.record(z.string(), ChatInputAnswer)),
})
export type ChatInputRequest = z.infer<typeof ChatInputRequest>
