/** The reducer of the root channel (SPEC 12). */
import { type Reducer, reducerOf, withConfigValues, withFields } from '../../reducer.ts'
import type { RootAction } from './actions.ts'
import type { RootState } from './state.ts'

export const reduceRoot: Reducer<RootState> = reducerOf<RootState, RootAction>({
  'root/agentsChanged': (state, { agents }) => withFields(state, { agents }),
  'root/activeSessionsChanged': (state, { activeSessions }) => withFields(state, { activeSessions }),
  'root/terminalsChanged': (state, { terminals }) => withFields(state, { terminals }),
  'root/configChanged': (state, { config, replace }) => {
    if (state.config === undefined) return state
    const values = withConfigValues(state.config.values, config, replace)
    return withFields(state, { config: withFields(state.config, { values }) })
  },
})
