import { type FailureKind, failureOf, failures } from '../world/database-failures.ts'
import type { FailureTracker } from '../world/members/database.ts'

type Seen = { sinceMs: number; lastMs: number; times: number[]; total: number }

/** So many failures within `lingersMs` raise an alarm for a class of which a single failure is harmless. */
const keepsOnFrom = 20

export function trackFailures(steadyMs: () => number): FailureTracker {
  const seen = new Map<FailureKind, Seen>()
  let workedMs = -1
  const stands = (kind: FailureKind, { lastMs, times }: Seen, nowMs: number) => {
    const { takesOut, lingersMs } = failures[kind]
    const isFresh = nowMs - lastMs < lingersMs
    if (!takesOut) return isFresh && times.length >= keepsOnFrom
    return isFresh || lastMs > workedMs
  }
  return {
    note: (error) => {
      const kind = failureOf(error)
      if (kind === null) return null
      const nowMs = steadyMs()
      const known = seen.get(kind)
      const went = known !== undefined && stands(kind, known, nowMs)
      const recent = (known?.times ?? []).filter((ms) => nowMs - ms < failures[kind].lingersMs)
      const times = [...recent, nowMs].slice(-keepsOnFrom)
      seen.set(kind, {
        sinceMs: went ? known.sinceMs : times[0]!,
        lastMs: nowMs,
        times,
        total: (known?.total ?? 0) + 1,
      })
      return kind
    },
    works: () => void (workedMs = steadyMs()),
    now: () => {
      const nowMs = steadyMs()
      return [...seen].flatMap(([kind, each]) =>
        stands(kind, each, nowMs) ? [{ kind, failure: failures[kind], forMs: nowMs - each.sinceMs }] : [],
      )
    },
    counts: () => Object.fromEntries([...seen].map(([kind, { total }]) => [kind, total])),
  }
}
