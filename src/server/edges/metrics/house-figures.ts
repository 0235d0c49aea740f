import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../world/app.ts'
import type { Figure } from './figures.ts'
import { type HouseRow, countMost, readHouse, recentMinutes, steps } from './read-house.ts'

/** Whoever asks more often gets the same figures again. */
const holdMs = 5_000
/** How long an answer waits for new figures; then it has the former ones. */
const patienceMs = 1_000
export type HouseFigures = {
  /** Asks the database unless it did a moment ago; never fails and never waits long. */
  refresh(): Promise<void>
}

/**
 * What only the database knows about the whole house: one read-only statement with a time limit, at most every five seconds. `register` is
 * called with the first row; until then there is nothing to show. While the database is away, the figures stay as they were.
 */
export function openHouseFigures(app: App, register: (figure: Figure) => void): HouseFigures {
  const openedMs = performance.now()
  let row: HouseRow | null = null
  let readMs: number | null = null
  let askedMs = -Infinity
  let asking: Promise<void> | null = null
  register({
    name: 'clearball_house_figures_age_seconds',
    help: 'Age of the figures about draws, outboxes and witnesses, which are read from the database',
    type: 'gauge',
    ofAll: 'first',
    read: () => [['', (performance.now() - (readMs ?? openedMs)) / 1000]],
  })
  const ask = async () => {
    const isFirst = row === null
    // What happens while they are read may not be in them.
    const beganMs = performance.now()
    row = await readHouse(app)
    readMs = beganMs
    if (isFirst) for (const figure of houseFigures(app, () => row!)) register(figure)
  }
  return {
    refresh: async () => {
      // One question at a time: those that wait for a frozen database must not gather.
      if (asking === null && performance.now() - askedMs > holdMs) {
        askedMs = performance.now()
        const warn = (error: unknown) => app.log.warn({ err: error }, 'the figures of the house could not be read')
        asking = ask()
          .catch(warn)
          .finally(() => (asking = null))
      }
      if (asking === null) return
      const late = new AbortController()
      await Promise.race([asking, sleep(patienceMs, null, { signal: late.signal })])
      late.abort()
    },
  }
}

const common = { type: 'gauge', ofAll: 'first' } as const

function houseFigures(app: App, now: () => HouseRow): Figure[] {
  return [...drawFigures(now), ...outboxFigures(now), ...witnessFigures(app, now)]
}

function witnessFigures({ witnesses }: App, now: () => HouseRow): Figure[] {
  const asked = new Set(witnesses.policy?.witnesses.map(({ key }) => key.name))
  const ofWitnesses = (read: (state: HouseRow['witnesses'][number]) => number) => () =>
    now()
      .witnesses.filter(({ witness }) => asked.has(witness))
      .map((state) => [state.witness, read(state)] as const)
  return [
    {
      ...common,
      name: 'clearball_witness_delay_seconds',
      help: 'How long the witness took to cosign the last checkpoint it was asked for',
      label: 'witness',
      read: ofWitnesses(({ delay_ms: delayMs }) => (delayMs ?? 0) / 1000),
    },
    {
      ...common,
      name: 'clearball_witness_failures',
      help: 'Requests in a row that the witness did not answer with a cosignature',
      label: 'witness',
      read: ofWitnesses(({ failures }) => failures),
    },
  ]
}

function drawFigures(now: () => HouseRow): Figure[] {
  const later = steps.filter((step) => step !== 'publish')
  return [
    {
      ...common,
      name: 'clearball_draws_waiting',
      help: `Draws (for publish: days of a game) whose next step is due and not done, by step; at most ${countMost} are counted`,
      label: 'step',
      read: () => steps.map((step) => [step, now()[`${step}_waiting`]]),
    },
    {
      ...common,
      name: 'clearball_draws_waiting_seconds',
      help: 'How late the step is that is due for longest, by step; 0 if none is',
      label: 'step',
      read: () => later.map((step) => [step, now()[`${step}_oldest`]]),
    },
    {
      ...common,
      name: 'clearball_draw_lag_seconds',
      help: `How late a step was done, the worst among the draws of the last ${recentMinutes} minutes, by step`,
      label: 'step',
      read: () => later.map((step) => [step, now()[`${step}_lag`]]),
    },
    {
      ...common,
      name: 'clearball_draws_published_ahead_seconds',
      help: 'How far ahead draws are published, for the game with the fewest',
      read: () => [['', now().ahead ?? 0]],
    },
    {
      ...common,
      name: 'clearball_settlement_waiting_bets',
      help: 'Bets on draws that ended and are not settled',
      read: () => [['', now().unsettled_bets]],
    },
  ]
}

function outboxFigures(now: () => HouseRow): Figure[] {
  return [
    {
      ...common,
      name: 'clearball_outbox_waiting',
      help: `Mails and notifications that are due and not sent; at most ${countMost} are counted`,
      label: 'outbox',
      read: () => [
        ['mail', now().mail_waiting],
        ['push', now().push_waiting],
      ],
    },
    {
      ...common,
      name: 'clearball_outbox_age_seconds',
      help: 'How long the mail or notification that is due for longest has been due; 0 if none is',
      label: 'outbox',
      read: () => [
        ['mail', now().mail_oldest],
        ['push', now().push_oldest],
      ],
    },
  ]
}
