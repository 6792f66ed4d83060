/** Texts that are easy to mix up, told apart by the compiler. They are plain text on the wire and in the schemas. */

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/** Texts that cannot be mixed up with one another; at run time they are plain. */
export type SessionUri = Branded<'SessionUri'>
export type ChatUri = Branded<'ChatUri'>
export type TerminalUri = Branded<'TerminalUri'>
export type ChangesetUri = Branded<'ChangesetUri'>
export type AnnotationsUri = Branded<'AnnotationsUri'>
export type ResourceWatchUri = Branded<'ResourceWatchUri'>
export type TurnId = Branded<'TurnId'>
export type ToolCallId = Branded<'ToolCallId'>
export type PartId = Branded<'PartId'>
export type RequestId = Branded<'RequestId'>
export type ClientId = Branded<'ClientId'>

/** Narrow protocol text whose place already says what it is; URIs are narrowed by `parseChannelUri`. */
export const turnId = (text: string): TurnId => text as TurnId
export const toolCallId = (text: string): ToolCallId => text as ToolCallId
export const partId = (text: string): PartId => text as PartId
export const requestId = (text: string): RequestId => text as RequestId
export const clientId = (text: string): ClientId => text as ClientId
