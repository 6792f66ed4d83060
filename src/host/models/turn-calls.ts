import type { Effort, PromptPartName, WireApi } from '../../protocol/model-facts.ts'
import type { Said, Told, ToldResult } from './conversation.ts'
import type { CallFigures } from './models.ts'

/** One text a prompt was made of, as it was sent. The same object in two prompts is kept once. */
export interface SentPart {
  readonly name: PromptPartName
  readonly role?: string
  readonly text: string
}

/** A call of a model that is about to be made. `round` counts from 1 within the turn. */
export interface CallStart {
  readonly round: number
  /** Its id. */
  readonly provider: string
  /** Its name on the wire. */
  readonly model: string
  readonly wireApi: WireApi
  readonly effort?: Effort
  readonly parts: readonly SentPart[]
}

/** How a call ended. `error` in words, without secrets. */
export interface CallEnd {
  readonly status: 'succeeded' | 'failed' | 'stopped'
  readonly said?: Said
  readonly finish?: string
  readonly error?: string
  readonly figures?: CallFigures
}

/** A round that was kept: what the model said and was told, byte for byte. */
export interface KeptRound {
  readonly round: number
  readonly said: Said
  readonly results: readonly ToldResult[]
}

/** The record of a turn's model calls. Nothing is sent to a model that is not in it first. What writes throws DiskRefusal. */
export interface TurnCalls {
  /** On disk when it returns. The call is ended exactly once. */
  begin(start: CallStart): { end(end: CallEnd): void }
  /** What a round's calls came to, as the model is told. */
  keepResults(round: number, results: readonly ToldResult[]): void
  /** What was told under this id of the session (a message's, or another of the host's own) when it was first sent. */
  keepTold(id: string, told: Told): void
  toldOf(id: string): Told | undefined
  /** Of any turn of this session, oldest first; only rounds whose call succeeded. */
  roundsOf(turnId: string): readonly KeptRound[]
}
