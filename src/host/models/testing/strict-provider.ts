import { callOptions } from '../call-options.ts'
import type { Said } from '../conversation.ts'
import type { Model } from '../model.ts'
import type { ModelRequest } from '../models.ts'
import { openModel } from '../open-model.ts'
import { AnswerReader } from '../read-stream.ts'
import { targetOf } from '../to-prompt-target.ts'
import { toPrompt } from '../to-prompt.ts'
import { answerStream, type Answer } from './answer-stream.ts'
import type { CheckBody, Json } from './check.ts'

/** What came of asking a strict provider. `body`: what its library sent. */
export type Asked =
  | { readonly kind: 'answered'; readonly body: Json; readonly said: Said }
  /** `message`: that of the 400, in the provider's words, or of what its library would not send. */
  | { readonly kind: 'refused'; readonly body: Json | undefined; readonly message: string }

/**
 * A provider that checks every request as the real one does, and remembers what it has signed. Requests go the whole way:
 * written by `toPrompt`, sent by the provider's own library, and the answer is read from the provider's own stream.
 */
export class StrictProvider {
  readonly model: Model
  readonly #check: CheckBody
  readonly #signatures = new Map<string, string>()

  constructor(model: Model, check: CheckBody) {
    this.model = model
    this.#check = check
  }

  /** Takes it that this reasoning was given out. */
  sign(signature: string, reasoning: string): void {
    this.#signatures.set(signature, reasoning)
  }

  async ask(request: Omit<ModelRequest, 'model'>, answer: Answer): Promise<Asked> {
    const { model } = this
    const whole: ModelRequest = { ...request, model }
    const { dialect } = targetOf(whole, true)
    let body: Json | undefined
    let refusal: string | undefined
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Json
      refusal = this.#check(body, { signatures: this.#signatures })
      if (refusal !== undefined) return new Response(JSON.stringify({ error: { message: refusal } }), { status: 400 })
      this.#remember(answer)
      return new Response(answerStream(dialect, answer), { headers: { 'content-type': 'text/event-stream' } })
    }
    try {
      const opened = await openModel(model, fetch)
      const { stream } = await opened.doStream(callOptions(whole, toPrompt(whole), { summaries: true }))
      const reader = new AnswerReader()
      for await (const part of stream) reader.read(part)
      const said: Said = { wireApi: model.wireApi, provider: model.provider.id, model: model.name, parts: reader.parts }
      return { kind: 'answered', body: body ?? {}, said }
    } catch (error) {
      return { kind: 'refused', body, message: refusal ?? String(error) }
    }
  }

  #remember({ reasoning, signature }: Answer): void {
    if (reasoning !== undefined) this.#signatures.set(signature ?? reasoning, reasoning)
    if (reasoning !== undefined) this.#signatures.set(reasoning, reasoning)
    else if (signature !== undefined) this.#signatures.set(signature, '')
  }
}
