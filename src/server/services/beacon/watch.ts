import { roundTimeMs } from '#core/fairness/beacon'
import { clockVerdict, confirmsClock, isFenced } from '#core/periods/clock-guard'
import type { Clock } from '../../world/clock.ts'
import type { Db } from '../../world/members/database.ts'
import type { Log } from '../../world/log.ts'
import type { BeaconSource, BeaconWatch, BettingStop } from '../../world/members/beacon.ts'

/** When so many draws wait for the beacon, betting stops in every game. */
const delayedMost = 2
const alarmMs = 1_000

type Watching = { readonly source: BeaconSource; readonly clock: Clock; readonly db: Db; readonly log: Log }

export function watchBeacon({ source, clock, db, log }: Watching): BeaconWatch {
  const roundMs = source.chain.periodSec * 1000
  const openedMs = clock.nowMs()
  let newest: number | null = null
  let trustedOffsetMs = clock.nowMs() - clock.steadyMs()
  let wasConfirmed = false
  let delayed = 0
  let told: BettingStop | null = null

  let hasLooked = false
  const newestRoundMs = () => (newest === null ? null : roundTimeMs(source.chain, newest))
  const verdict = () =>
    clockVerdict({
      nowMs: clock.nowMs(),
      steadyMs: clock.steadyMs(),
      trustedOffsetMs,
      wasConfirmed,
      newestRoundMs: newestRoundMs(),
      roundMs,
    })
  // A clock that no round of the public beacon has confirmed may be hours ahead: by it, draws would be closed and their secrets
  // published too early. So none is closed, and no bet is taken on them. The house's own beacon follows this clock and confirms nothing.
  const isConfirmed = () => source.mode !== 'public-beacon' || wasConfirmed
  const stop = (): BettingStop | null => {
    const clockIs = verdict()
    if (clockIs === 'silent') return 'no_beacon'
    if (clockIs === 'wrong' || !isConfirmed()) return 'clock'
    return delayed >= delayedMost ? 'draws_delayed' : null
  }
  const driftMs = () => {
    const dueMs = newestRoundMs()
    if (dueMs === null) return null
    const aheadMs = clock.nowMs() - dueMs
    return aheadMs < 0 ? aheadMs : Math.max(0, aheadMs - roundMs)
  }

  return {
    mode: source.mode,
    chain: source.chain,
    fetch: source.fetch,
    check: source.check,
    close: source.close,
    stop,
    driftMs,
    roundAgeMs: () => clock.nowMs() - (newestRoundMs() ?? openedMs),
    fences: (round) => newest === null || isFenced(round, newest),
    mayAct: () => isConfirmed() && verdict() !== 'wrong',
    hasLooked: () => hasLooked,
    look: async () => {
      const found = await source.newest().finally(() => (hasLooked = true))
      if (found !== null) newest = Math.max(newest ?? 0, found)
      const isFresh = found !== null && found === newest
      if (isFresh && confirmsClock({ nowMs: clock.nowMs(), newestRoundMs: newestRoundMs()!, roundMs })) {
        trustedOffsetMs = clock.nowMs() - clock.steadyMs()
        wasConfirmed = true
      }
      delayed = await countDelayed(db)
      const now = stop()
      if (now !== told) log.warn({ stop: now, driftMs: driftMs() }, now ? 'betting stops' : 'betting resumes')
      else if (isFresh && Math.abs(driftMs()!) > alarmMs) log.warn({ driftMs: driftMs() }, 'the clock drifts')
      told = now
    },
  }
}

async function countDelayed(db: Db): Promise<number> {
  const rows = await db.query
    .selectFrom('period')
    .select('id')
    .where('status', '=', 'closed')
    .where('delayed_at', 'is not', null)
    .limit(delayedMost)
    .execute()
  return rows.length
}
