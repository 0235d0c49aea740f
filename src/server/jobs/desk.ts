import type { App } from '../app.ts'
import { checkActions } from '../features/desk/alarms.ts'
import { tellAlarms } from '../features/desk/tell-alarms.ts'
import { rollUpDuePeriods } from '../features/reports/roll-up.ts'
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
