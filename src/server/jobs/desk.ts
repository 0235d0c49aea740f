import type { App } from '../app.ts'
import { checkActions } from '../features/desk/alarms.ts'
import { copyActions } from '../features/operators/copy-actions.ts'
import { tellAlarms } from '../features/desk/tell-alarms.ts'
import { rollUpDuePeriods } from '../features/reports/roll-up.ts'
import { watchRelease } from '../release/watch.ts'
import { type Job, every } from './every.ts'

/** Soon after a draw is paid, so that reports of today are of today; without a pause while there is a backlog. */
export function startRollUp(app: App): Job {
  return every(5_000, app.log, async () => ((await rollUpDuePeriods(app)) > 0 ? 0 : undefined))
}

export function startAlarms(app: App): Job {
  return every(15_000, app.log, () => tellAlarms(app))
}

export function startActionCheck(app: App): Job {
  const { config, db, log } = app
  return every(600_000, log, () => checkActions({ db: db.query, log, copy: config.auditCopy }))
}

/** Soon enough that nobody has the time to do something and rewrite the log of it. */
export function startActionCopy({ config, db, log }: App): Job {
  const { auditCopy } = config
  return auditCopy === null ? { stop: async () => {} } : every(2_000, log, () => copyActions(db.query, auditCopy))
}

const releaseRestMs = 3_600_000

/** At the start and every hour; while something is wrong every minute, so that money moves again soon after it is mended. */
export function startReleaseWatch(app: App): Job {
  return every(releaseRestMs, app.log, async () => ((await watchRelease(app)) ? 60_000 : releaseRestMs))
}
