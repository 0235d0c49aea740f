import type { App } from '../app.ts'
import { checkActions } from '../features/desk/alarms.ts'
import { tellAlarms } from '../features/desk/tell-alarms.ts'
import { rollUpDuePeriods } from '../features/reports/roll-up.ts'
import { watchRelease } from '../release/watch.ts'
import { type Job, every } from './every.ts'

/** Soon after a draw is paid, so that reports of today are of today. */
export function startRollUp(app: App): Job {
  return every(5_000, app.log, async () => void (await rollUpDuePeriods(app)))
}

export function startAlarms(app: App): Job {
  return every(15_000, app.log, () => tellAlarms(app))
}

export function startActionCheck(app: App): Job {
  return every(600_000, app.log, () => checkActions({ db: app.db.query, log: app.log }))
}

const releaseRestMs = 3_600_000

/** At the start and every hour; while something is wrong every minute, so that money moves again soon after it is mended. */
export function startReleaseWatch(app: App): Job {
  return every(releaseRestMs, app.log, async () => ((await watchRelease(app)) ? 60_000 : releaseRestMs))
}
