import type { Carriers } from './access.ts'
import type { RequestFacts } from './request-facts.ts'

/** Every place of a request where a credential may stand. Cookies are none. */
export function carriersOf(facts: RequestFacts): Carriers {
  return { authorization: facts.headers('authorization'), tkn: facts.query.getAll('tkn') }
}
