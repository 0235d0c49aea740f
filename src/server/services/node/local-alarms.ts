import { quorumOf } from '#core/fairness/tlog/policy'
import type { App } from '../../world/app.ts'
import type { Alarm } from '../../world/members/node.ts'

const driftMostMs = 1_000

type Watched = Pick<App, 'db' | 'beacon' | 'clock' | 'node' | 'witnesses'>

/** The problems that this node knows of from memory, without the database. */
export function localAlarms({ db, beacon, clock, node, witnesses }: Watched): Alarm[] {
  const found = [...node.findings].filter(([kind]) => kind !== 'files')
  const alarms: (Alarm | null)[] = [
    databaseAlarm(db, clock.nowMs()),
    clockAlarm(beacon),
    beaconAlarm(beacon),
    witnessAlarm(witnesses),
    ...found.map(([kind, { what, sinceMs }]) => ({ kind, what, since: sinceMs })),
  ]
  return alarms.filter((alarm) => alarm !== null)
}

function databaseAlarm(db: App['db'], nowMs: number): Alarm | null {
  const lasting = db.failures.now()
  if (lasting.length === 0) return null
  const since = Math.round(nowMs - Math.max(...lasting.map(({ forMs }) => forMs)))
  return { kind: 'database', what: lasting.map(({ failure }) => failure.says).join(', '), since }
}

function clockAlarm(beacon: App['beacon']): Alarm | null {
  const driftMs = beacon.driftMs() ?? 0
  return Math.abs(driftMs) > driftMostMs ? { kind: 'clock', what: `${driftMs} ms`, since: null } : null
}

function beaconAlarm(beacon: App['beacon']): Alarm | null {
  const stop = beacon.stop()
  return stop && stop !== 'clock' && beacon.hasLooked() ? { kind: 'beacon', what: stop, since: null } : null
}

function witnessAlarm({ policy, silentSince }: App['witnesses']): Alarm | null {
  const [since, quorum] = [silentSince(), policy && quorumOf(policy)]
  if (since === null || !quorum) return null
  const { needed, members } = quorum
  return { kind: 'witnesses', what: `${needed} of ${members.join(', ')} are needed`, since }
}
