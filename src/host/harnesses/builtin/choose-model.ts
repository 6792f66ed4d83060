import { efforts, type Effort } from '../../../protocol/model-facts.ts'
import { modelFailureMessage } from '../../../protocol/model-failures.ts'
import type { ModelSelection } from '../../../protocol/channels/root/selection.ts'
import { effortOf } from '../../models/effort.ts'
import type { Model } from '../../models/model.ts'
import type { Models } from '../../models/models.ts'
import type { RunEnd } from '../adapter.ts'

/** The model a turn is answered by, or why there is none. */
export type Choice =
  | { readonly kind: 'chosen'; readonly model: Model; readonly effort?: Effort }
  | { readonly kind: 'none'; readonly end: RunEnd }

/** Finds the model that was asked for, else the first that can be used; looks for models anew before it gives up. */
export async function chooseModel(models: Models, asked: ModelSelection | undefined): Promise<Choice> {
  const known = choose(models, asked)
  if (known.kind === 'chosen') return known
  await models.look()
  return choose(models, asked)
}

function choose(models: Models, asked: ModelSelection | undefined): Choice {
  const model = asked === undefined ? models.list().find((one) => models.isUsable(one)) : models.find(asked.id)
  if (model === undefined && asked === undefined) {
    return none('no-model', 'There is no model to ask. Add a key in Settings → Models & keys, or start a local model.')
  }
  if (model === undefined) {
    const name = asked?.id ?? ''
    return none('no-such-model', `There is no model ${name} here. Choose another one.`, { model: name })
  }
  if (!models.isUsable(model)) {
    const params = { provider: model.provider.name, model: model.displayName, detail: 'no key' }
    const text = { key: 'model.no-key', params }
    const message = modelFailureMessage('no-key', params)
    return { kind: 'none', end: { kind: 'error', errorType: 'no-key', message, resumable: true, text } }
  }
  const wanted = efforts.find((each) => each === asked?.config?.['effort'])
  const effort = effortOf({ model, ...(wanted !== undefined && { effort: wanted }) })
  return { kind: 'chosen', model, ...(effort !== undefined && { effort }) }
}

function none(errorType: string, message: string, params: Record<string, string> = {}): Choice {
  const text = { key: `run.${errorType}`, params }
  return { kind: 'none', end: { kind: 'error', errorType, message, resumable: true, text } }
}
