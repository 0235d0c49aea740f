import { useSyncExternalStore } from 'react'

export type Store<T> = { readonly get: () => T; readonly set: (next: T) => void; readonly use: () => T }

/** A value outside React; components that use it render again when it changes. */
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
