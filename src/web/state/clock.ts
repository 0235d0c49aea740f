import { useSyncExternalStore } from 'react'

/** What an answer said about the server's clock: its lead over this page's own, and how inexact that is. */
type Sample = { readonly leadMs: number; readonly errorMs: number }

let best: Sample | null = null
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Takes the server's time from an answer. The page's own time is counted from its opening, not read off the phone's
 * clock, which may be wrong or set anew at any time. The answer was written somewhere between asking and receiving, so
 * quick answers tell more than slow ones; a slow one counts only where it shows that the clocks have parted.
 */
export function takeServerTime(serverMs: number, askedAt: number, receivedAt: number): void {
  const sample = { leadMs: serverMs - (askedAt + receivedAt) / 2, errorMs: (receivedAt - askedAt) / 2 }
  const isConsistent = best && Math.abs(best.leadMs - sample.leadMs) <= best.errorMs + sample.errorMs
  if (best && isConsistent && best.errorMs <= sample.errorMs) return
  best = sample
  tick()
}

/** The server's time; before its first answer, the phone's. */
export function serverNow(): number {
  return best ? performance.now() + best.leadMs : Date.now()
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  if (listeners.size === 1) tick()
  return () => {
    listeners.delete(tell)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

/** All countdowns step together, when a second of the server begins. */
function tick(): void {
  clearTimeout(timer)
  if (listeners.size === 0) return
  for (const tell of listeners) tell()
  timer = setTimeout(tick, 1_000 - (serverNow() % 1_000))
}

/**
 * A value computed from the server's clock once a second. The component renders again only when the value changes, so
 * use this where it is shown. At build time there is no clock.
 */
export function useClock<Reading extends string | number | boolean>(read: (nowMs: number) => Reading): Reading {
  return useSyncExternalStore(
    listen,
    () => read(serverNow()),
    () => read(0),
  )
}

/** Seconds until an instant of the server's clock, never negative. */
export function useSecondsUntil(instantMs: number): number {
  return useClock((nowMs) => Math.max(0, Math.ceil((instantMs - nowMs) / 1_000)))
}
