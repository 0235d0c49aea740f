import type { Aggregator } from 'prom-client'
import { alarmKinds } from '#contract/console/desk'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import { ledgerFigures } from '../../services/ledger/watch.ts'
import { localAlarms } from '../../services/node/local-alarms.ts'
import { loopDelay } from '../../services/node/loop-delay.ts'
import type { App } from '../../world/app.ts'
import { failures, type FailureKind } from '../../world/database-failures.ts'
import { passwordsWaiting } from '../../world/secrets/passwords.ts'

/** A metric that is read when somebody asks, with one value, or one for each value of its label. */
export type Figure = {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly label?: string
  /** What the workers of a node are together. */
  readonly ofAll: Aggregator
  read(): Iterable<readonly [label: string, value: number]>
}

const gauge = (name: string, help: string, { read, ofAll }: { read: () => number; ofAll: Aggregator }): Figure => ({
  name,
  help,
  type: 'gauge',
  ofAll,
  read: () => [['', read()]],
})

/** What each process knows from memory. */
export function figuresOf(app: App): Figure[] {
  return [
    gauge('clearball_workers', 'Processes that serve', { read: () => 1, ofAll: 'sum' }),
    gauge('clearball_loop_delay_seconds', 'Mean delay of the event loop during the last second or more', {
      read: () => loopDelay.meanMs() / 1000,
      ofAll: 'max',
    }),
    gauge('clearball_passwords_waiting', 'Passwords waiting to be hashed', { read: passwordsWaiting, ofAll: 'sum' }),
    gauge('clearball_live_clients', 'Browsers that listen for events', {
      read: () => app.hub.clients(),
      ofAll: 'sum',
    }),
    gauge('clearball_bet_slips_waiting', 'Slips that wait for the next batch', {
      read: () => app.betting.waiting(),
      ofAll: 'sum',
    }),
    ...databaseFigures(app),
    ...fairnessFigures(app),
    ...ledgerState(app),
    alarmFigure(app),
  ]
}

function databaseFigures({ db }: App): Figure[] {
  const { pool } = db
  return [
    gauge('clearball_database_connections', 'Open database connections of the pool', {
      read: () => pool.totalCount,
      ofAll: 'sum',
    }),
    gauge('clearball_database_connections_idle', 'Open database connections that nobody uses', {
      read: () => pool.idleCount,
      ofAll: 'sum',
    }),
    gauge('clearball_database_connections_most', 'Database connections that the pool may open', {
      read: () => pool.options.max,
      ofAll: 'sum',
    }),
    gauge('clearball_database_waiting', 'Requests waiting for a database connection', {
      read: () => pool.waitingCount,
      ofAll: 'sum',
    }),
    {
      name: 'clearball_database_failures_total',
      help: 'Failures of the database, by what failed',
      type: 'counter',
      label: 'failure',
      ofAll: 'sum',
      read: () => {
        const counts = db.failures.counts()
        return (Object.keys(failures) as FailureKind[]).map((kind) => [kind, counts[kind] ?? 0])
      },
    },
  ]
}

function fairnessFigures(app: App): Figure[] {
  const { beacon, clock, witnesses } = app
  return [
    gauge('clearball_betting_stopped', 'Whether beacon, clock or witnesses stop all betting: 1 or 0', {
      read: () => (bettingStop(app) === null ? 0 : 1),
      ofAll: 'max',
    }),
    gauge(
      'clearball_clock_drift_seconds',
      'How far the clock is outside the time that the newest beacon round allows',
      // One machine, one clock: they differ by when each of them looked.
      { read: () => (beacon.driftMs() ?? 0) / 1000, ofAll: 'average' },
    ),
    gauge('clearball_beacon_round_age_seconds', 'Time since the newest known beacon round was due', {
      read: () => beacon.roundAgeMs() / 1000,
      ofAll: 'max',
    }),
    gauge('clearball_unwitnessed_seconds', 'Time since a draw closed that too few witnesses have signed; 0 if none', {
      read: () => {
        const since = witnesses.unwitnessedSince()
        return since === null ? 0 : (clock.nowMs() - since) / 1000
      },
      ofAll: 'max',
    }),
  ]
}

/** Only the first of the workers looks at the ledger; the others have 0. */
function ledgerState({ clock, config }: App): Figure[] {
  const openedMs = clock.nowMs()
  return [
    gauge('clearball_ledger_alarm', '1 while the ledger does not add up and all money is stopped', {
      read: () => Number(ledgerFigures().isAlarmed),
      ofAll: 'max',
    }),
    gauge('clearball_ledger_findings', 'What the last check of the ledger found wrong', {
      read: () => ledgerFigures().findings,
      ofAll: 'max',
    }),
    gauge('clearball_ledger_check_age_seconds', 'Time since the last check of the ledger ended', {
      read: () => (config.worker === 1 ? (clock.nowMs() - (ledgerFigures().checkedMs ?? openedMs)) / 1000 : 0),
      ofAll: 'max',
    }),
    gauge('clearball_ledger_difference_cents', 'All balances less the money that came in from outside', {
      read: () => Number(ledgerFigures().differenceCents),
      ofAll: 'sum',
    }),
  ]
}

function alarmFigure(app: App): Figure {
  return {
    name: 'clearball_alarm',
    help: '1 for each kind of alarm that this node sees now; the handbook has a section for each kind',
    type: 'gauge',
    label: 'kind',
    ofAll: 'max',
    read: () => {
      const open = new Set([...localAlarms(app), ...app.node.ofHouse].map(({ kind }) => kind))
      return alarmKinds.map((kind) => [kind, Number(open.has(kind))])
    },
  }
}
