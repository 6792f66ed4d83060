/** What all reducers are made of: pure, no clock, no ids, the same object when nothing changes (SPEC 7.4). */
import type { StateAction, UnknownAction } from './actions.ts'

/** State and action to state. An action of another channel, or an unknown one, gives back the very same state. */
export type Reducer<S> = (state: S, action: StateAction | UnknownAction) => S

/** One function per action; a forgotten action does not compile. */
export type Handlers<S, A extends UnknownAction> = {
  [T in A['type']]: (state: S, action: Extract<A, { type: T }>) => S
}

/** Makes a reducer of its handlers. */
export function reducerOf<S, A extends UnknownAction>(handlers: Handlers<S, A>): Reducer<S> {
  const byType = new Map<string, (state: S, action: never) => S>(Object.entries(handlers))
  return (state, action) => {
    const handle = byType.get(action.type)
    // The table pairs each type with the handler of that type.
    return handle === undefined ? state : handle(state, action as never)
  }
}

/** Sets fields; one whose new value is absent is removed. The same object if nothing differs. */
export function withFields<S extends object>(state: S, fields: Partial<S>): S {
  const differs = Object.entries(fields).some(([key, value]) => !Object.is(Reflect.get(state, key), value))
  return differs ? withoutAbsent({ ...state, ...fields }) : state
}

/** The object without the keys whose value is absent: a missing key and `undefined` are the same. */
export function withoutAbsent<S extends object>(value: S): S {
  if (!Object.values(value).includes(undefined)) return value
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as S
}

/** Replaces the item with the same key in place, or appends. */
export function upsert<T>(items: readonly T[], item: T, keyOf: (item: T) => unknown): T[] {
  const key = keyOf(item)
  const index = items.findIndex((other) => keyOf(other) === key)
  return index === -1 ? [...items, item] : items.with(index, item)
}

/** Changes the first item that fits; the same list if there is none or it stays as it is. */
export function updateFirst<T>(items: T[], fits: (item: T) => boolean, change: (item: T) => T): T[] {
  const index = items.findIndex(fits)
  const item = items[index]
  if (item === undefined) return items
  const changed = change(item)
  return Object.is(changed, item) ? items : items.with(index, changed)
}

/** The items that do not fit; the same list if none fits. */
export function removeWhere<T>(items: T[], fits: (item: T) => boolean): T[] {
  return items.some(fits) ? items.filter((item) => !fits(item)) : items
}

/** `undefined` instead of an empty list, for keys that go when they hold nothing. */
export function absentIfEmpty<T>(items: T[]): T[] | undefined {
  return items.length === 0 ? undefined : items
}

/** Config values merged key by key, or replaced; the same object if nothing differs. */
export function withConfigValues(
  values: Record<string, unknown>,
  config: Record<string, unknown>,
  replace: boolean | undefined,
): Record<string, unknown> {
  if (replace === true) return config
  const differs = Object.entries(config).some(
    ([key, value]) => !Object.hasOwn(values, key) || !Object.is(values[key], value),
  )
  return differs ? { ...values, ...config } : values
}

/** Adds a directory that is not there yet, making the list if need be. */
export function withDirectory(directories: string[] | undefined, directory: string): string[] {
  if (directories === undefined) return [directory]
  return directories.includes(directory) ? directories : [...directories, directory]
}
