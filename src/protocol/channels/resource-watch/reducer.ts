/** The reducer of resource-watch channels (SPEC 22): changes are passed on, the watch itself stays as it is. */
import { type Reducer, reducerOf } from '../../reducer.ts'
import type { ResourceWatchAction } from './actions.ts'
import type { ResourceWatchState } from './state.ts'

export const reduceResourceWatch: Reducer<ResourceWatchState> = reducerOf<ResourceWatchState, ResourceWatchAction>({
  'resourceWatch/changed': (state) => state,
})
