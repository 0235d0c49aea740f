import type { App } from '../../world/app.ts'
import { copyActions } from '../../services/actions/copy-actions.ts'
import { checkActions, firstRound } from '../../services/actions/watch-actions.ts'
import { tellAway } from '../../features/desk/tell-away.ts'
import { tellHouseAlarms, clearAlarmsOfGoneNodes, tellLocalAlarms } from '../../features/desk/tell-alarms.ts'
import { rollUpDuePeriods } from '../../features/reports/roll-up.ts'
import { rollUpDuePlayers } from '../../features/reports/roll-up-players.ts'
import { rollUpDueReviews } from '../../features/reports/roll-up-reviews.ts'
import { mailWeeklyReport } from '../../features/reports/weekly-report.ts'
import { sendNextAway } from '../../services/away/send-away.ts'
import { beat, sayGoodbye } from '../../services/node/beat.ts'
import { watchRelease } from '../../services/release/watch.ts'
import { eachAlone } from '../../world/work/each-alone.ts'
import { type Job, every } from './every.ts'

/** Soon after a draw is paid, so that today's reports are up to date; without a pause while there is a backlog. */
export function startRollUp(app: App): Job {
  return every(app, { job: 'roll up', pauseMs: 5_000 }, async () => {
    let periods = 0
    await eachAlone([rollUpDuePeriods, rollUpDuePlayers], async (rollUp) => {
      periods += await rollUp(app)
    })
    return periods > 0 ? 0 : undefined
  })
}

/** A day's reviews are summed an hour after it, so there is no hurry. */
export function startReviewRollUp(app: App): Job {
  return every(app, { job: 'roll up reviews', pauseMs: 60_000 }, async () =>
    (await rollUpDueReviews(app)) > 0 ? 0 : undefined,
  )
}

export function startAlarms(app: App): Job {
  return every(app, { job: 'alarms', pauseMs: 15_000 }, () => tellHouseAlarms(app))
}

/** Frequent and without the database, because the database may be the problem. */
export function startLocalAlarms(app: App): Job {
  return every(app, { job: 'alarms of this node', pauseMs: 1_000, whileOut: true }, () => tellLocalAlarms(app))
}

/** Frequent enough that health and alarms clear moments after the problem is gone. */
export function startBeat(app: App): Job {
  const job = every(app, { job: 'beat', pauseMs: 2_000, whileOut: true }, async () => {
    await clearAlarmsOfGoneNodes(app, await beat(app))
  })
  const stop = async () => {
    await job.stop()
    await sayGoodbye(app).catch(() => {})
  }
  return { stop }
}

/** Between two parts of a check it rests ten times as long as a part takes, so that the database has time for everything else. */
const actionRestMs = { betweenParts: 20_000, betweenChecks: 600_000 }

export function startActionCheck(app: App): Job {
  const copy = app.config.auditCopy
  const round = firstRound(app.clock.nowMs())
  return every(app, { job: 'check actions', pauseMs: actionRestMs.betweenChecks }, async () =>
    (await checkActions({ ...app, copy }, round)) ? actionRestMs.betweenChecks : actionRestMs.betweenParts,
  )
}

/** Frequent enough that nobody has time to act and then rewrite the log of that action. */
export function startActionCopy(app: App): Job {
  const { auditCopy } = app.config
  if (auditCopy === null) return { stop: async () => {} }
  return every(app, { job: 'copy actions', pauseMs: 2_000 }, () => copyActions(app.db.query, auditCopy))
}

const releaseRestMs = 3_600_000

/** At start and every hour. Every minute while something is wrong, so that money moves again soon after the repair. */
export function startReleaseWatch(app: App): Job {
  return every(app, { job: 'release watch', pauseMs: releaseRestMs }, async () =>
    (await watchRelease(app)) ? 60_000 : releaseRestMs,
  )
}

/** Writes to operators who are away. A job of its own, because the webhook is somebody else's server and may hang. */
export function startAway(app: App): Job {
  return every(app, { job: 'operators who are away', pauseMs: 15_000 }, async (stopping) => {
    // By a clock that is ahead, everybody would be away, and after that nothing would be news for as long.
    if (app.beacon.mayAct()) await tellAway(app)
    while (!stopping.aborted && (await sendNextAway(app, stopping)));
  })
}

export function startWeeklyReport(app: App): Job {
  return every(app, { job: 'weekly report', pauseMs: 60_000 }, async () => {
    // By a clock that is ahead, the week would be reported before it is over.
    if (app.beacon.mayAct()) await mailWeeklyReport(app)
  })
}
