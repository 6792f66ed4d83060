import type { Effort } from '../../protocol/model-facts.ts'
import type { ModelRequest } from './models.ts'

/** What a model is told to think: what was asked for where it can, else its own default. */
export function effortOf({ model, effort }: Pick<ModelRequest, 'model' | 'effort'>): Effort | undefined {
  return effort !== undefined && model.efforts.includes(effort) ? effort : model.defaultEffort
}
