import type { App } from '../../world/app.ts'
import { closeDuePeriods } from '../../features/draws/close-period.ts'
import { drawDuePeriods, patientFetcher, shadowVoidPeriods } from '../../features/draws/draw-period.ts'
import { publishSchedules } from '../../features/draws/publish-schedule.ts'
import { settleDuePeriods } from '../../features/bets/settling/settle-due.ts'
import { type Job, every } from './every.ts'

/** Everything the ticker does, in the order of a draw's life. Each asks what is due now, so doing it twice changes nothing. */
function stepsOf(app: App) {
  const rounds = patientFetcher(app)
  return {
    publish: { pauseMs: 5_000, run: () => publishSchedules(app) },
    close: { pauseMs: 100, run: () => closeDuePeriods(app) },
    draw: { pauseMs: 100, run: () => drawDuePeriods(app, rounds) },
    settle: { pauseMs: 200, run: () => settleDuePeriods(app) },
    shadow: { pauseMs: 5_000, run: () => shadowVoidPeriods(app, rounds) },
  }
}

/** Each step on a rhythm of its own: a silent relay or a long settlement does not keep a period from closing. */
export function startTicker(app: App): Job {
  const jobs = Object.entries(stepsOf(app)).map(([job, { pauseMs, run }]) =>
    every(app, { job, pauseMs }, async () => {
      if (app.beacon.mayAct()) await run()
    }),
  )
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}

/** Keeps the watch over beacon and clock; on every node, since every node takes bets. */
export function startWatch(app: App): Job {
  return every(app, { job: 'beacon watch', pauseMs: 1_000 }, app.beacon.look)
}

/** One turn of everything, for whoever moves the clock by hand. */
export function openTicker(app: App): { tick(): Promise<void> } {
  const steps = Object.values(stepsOf(app))
  return {
    tick: async () => {
      await app.beacon.look()
      for (const { run } of steps) if (app.beacon.mayAct()) await run()
    },
  }
}
