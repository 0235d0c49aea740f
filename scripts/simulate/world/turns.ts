import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import sleeping from 'node:timers/promises'
import { type Activity, inPlace } from './context.ts'

type Callback = (...args: unknown[]) => void

/** Counts what code inside nodes puts off to the next turn of the event loop, so that nobody takes a node that only lets others go first for one that is still. */
export function installTurns(activity: Activity): void {
  const { setImmediate: realImmediate } = timers
  const immediate = (callback: Callback, ...args: unknown[]) => {
    if (!inPlace.getStore()) return realImmediate(callback, ...args)
    activity.bump()
    const inContext = AsyncLocalStorage.snapshot()
    return realImmediate(() => {
      activity.bump()
      inContext(() => callback(...args))
    })
  }
  const { setImmediate: realTurn } = sleeping
  const turn = <T>(value?: T, options: { readonly signal?: AbortSignal } = {}) => {
    if (!inPlace.getStore()) return realTurn(value, options)
    activity.bump()
    return realTurn(value, options).finally(() => activity.bump())
  }
  Object.assign(timers, { setImmediate: immediate })
  Object.assign(globalThis, { setImmediate: immediate })
  Object.assign(sleeping, { setImmediate: turn })
  syncBuiltinESMExports()
}
