import { useSyncExternalStore } from 'react'

export type Store<T> = { readonly get: () => T; readonly set: (next: T) => void; readonly use: () => T }

/** A value that outlives components and tells those that show it when it changes. */
/* @__NO_SIDE_EFFECTS__ */
export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  const listen = (tell: () => void) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }
  return {
    get,
    set: (next) => {
      value = next
      for (const tell of listeners) tell()
    },
    use: () => useSyncExternalStore(listen, get, get),
  }
}
