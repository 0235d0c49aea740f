import type { App } from '../../world/app.ts'
import { closeDuePeriods } from '../../features/draws/close-period.ts'
import { drawDuePeriods, patientFetcher, shadowVoidPeriods } from '../../features/draws/draw-period.ts'
import { showRunningHeads } from '../../features/draws/running-heads.ts'
import { publishSchedules } from '../../features/draws/publish-schedule.ts'
import { settleDuePeriods } from '../../features/bets/settling/settle-due.ts'
import { type Job, every } from './every.ts'

/**
 * The ticker's steps, in the order of a draw's life. Each step asks what is due now, so running it twice changes
 * nothing.
 */
function stepsOf(app: App) {
  const rounds = patientFetcher(app)
  return {
    publish: { pauseMs: 5_000, run: () => publishSchedules(app) },
    close: { pauseMs: 100, run: () => closeDuePeriods(app) },
    draw: { pauseMs: 100, run: () => drawDuePeriods(app, rounds) },
    settle: { pauseMs: 200, run: (stopping?: AbortSignal) => settleDuePeriods(app, stopping) },
    shadow: { pauseMs: 5_000, run: () => shadowVoidPeriods(app, rounds) },
  }
}

/** Each step runs on its own timer: a silent relay or a long settlement must not keep a period from closing. */
export function startTicker(app: App): Job {
  const jobs = Object.entries(stepsOf(app)).map(([job, { pauseMs, run }]) =>
    every(app, { job, pauseMs }, async (stopping) => {
      if (app.beacon.mayAct()) await run(stopping)
    }),
  )
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}

/** Watches beacon and clock, on every node, because every node takes bets. */
export function startWatch(app: App): Job {
  return every(app, { job: 'beacon watch', pauseMs: 1_000 }, app.beacon.look)
}

/** Watches whether witnesses sign, on every node, because every node takes bets; the nodes that close draws also ask them. */
export function startWitnessWatch(app: App): Job {
  return every(app, { job: 'witness watch', pauseMs: 2_000 }, () => app.witnesses.look(app.config.ticker))
}

/** Signs the bets of open draws once a second. */
export function startRunningHeads(app: App): Job {
  const shown = new Map<number, number>()
  return every(app, { job: 'running heads', pauseMs: 1_000 }, () => showRunningHeads(app, shown))
}

/** Runs every step once, for tests and tools that move the clock themselves. */
export function openTicker(app: App): { tick(): Promise<void> } {
  const steps = Object.values(stepsOf(app))
  return {
    tick: async () => {
      await app.beacon.look()
      for (const { run } of steps) if (app.beacon.mayAct()) await run()
    },
  }
}
