import { roundTimeMs } from '#core/fairness/beacon'
import { clockVerdict, confirmsClock, isFenced } from '#core/periods/clock-guard'
import type { Clock } from '../../world/clock.ts'
import type { Db } from '../../world/members/database.ts'
import type { Log } from '../../world/log.ts'
import type { BeaconSource, BeaconWatch, BettingStop } from '../../world/members/beacon.ts'

/** When so many draws wait for the beacon, betting stops in every game. */
const delayedMost = 2
const alarmMs = 1_000

export function watchBeacon(given: { source: BeaconSource; clock: Clock; db: Db; log: Log }): BeaconWatch {
  const { source, clock, db, log } = given
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
  const stop = (): BettingStop | null => {
    const clockIs = verdict()
    if (clockIs === 'wrong') return 'clock'
    if (clockIs !== 'right') return 'no_beacon'
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
    mayAct: () => verdict() !== 'wrong',
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
