import { pepperProblem } from '#server/features/operators/check-pepper'
import { openBeacon } from '#server/services/beacon/open-beacon'
import { keyProblem } from '#server/services/fairness/check-keys'
import type { App, RunningConfig } from '#server/world/app'
import { systemClock } from '#server/world/clock'
import type { Config } from '#server/world/config'
import { openDatabase } from '#server/db/database'
import { openLog } from '#server/world/log'
import { keptKey } from '../with-house.ts'
import { type Check, type Patient, fail, ok, row, warn } from './check.ts'

/** Whether the schema is there to ask. */
async function hasHouse({ owner }: Patient): Promise<boolean> {
  const found = `select to_regclass('public.operator') is not null as is_there`
  return (await row<{ is_there: boolean }>(await owner(), found)).is_there
}

async function withKeys(config: Config): Promise<RunningConfig | null> {
  const operatorKey = await keptKey(config, config.operatorKey, 'operator-key')
  const drawKey = await keptKey(config, config.drawKey, 'draw-key')
  const houseBeaconKey = await keptKey(config, config.houseBeaconKey, 'house-beacon-key')
  if (!operatorKey || !drawKey || (config.beacon === 'house' && !houseBeaconKey)) return null
  return { ...config, operatorKey, drawKey, houseBeaconKey, worker: 1 } as RunningConfig
}

const keys = (url: string): Check => ({
  name: 'keys',
  run: async (patient) => {
    const config = await withKeys(patient.config)
    if (!config) return warn('not made yet', 'The first start makes them in DATA_DIR.')
    if (!(await hasHouse(patient))) return ok('set; the log has not begun')
    const log = openLog('silent')
    const db = openDatabase({ url, log, size: 1 })
    const beacon = openBeacon(config, { clock: systemClock, log })
    try {
      const problem = await keyProblem({ db, config, beacon } as unknown as App)
      return problem
        ? fail(problem, 'Set the key that belongs to this database.')
        : ok('OPERATOR_KEY and DRAW_KEY are those of the log')
    } finally {
      await beacon.close()
      await db.close()
    }
  },
})

const pepper = (url: string): Check => ({
  name: 'pepper',
  run: async (patient) => {
    const kept = await keptKey(patient.config, patient.config.pepper, 'pepper')
    if (!kept) return warn('not made yet', 'The first start makes it in DATA_DIR.')
    if (!(await hasHouse(patient))) return ok('set')
    const db = openDatabase({ url, log: openLog('silent'), size: 1 })
    try {
      return (await pepperProblem(db.query, kept)) === null
        ? ok('no other one was used with this database')
        : fail(
            'PASSWORD_PEPPER is not the one this database was used with',
            'Set that one: no node starts with another.',
          )
    } finally {
      await db.close()
    }
  },
})

const operators: Check = {
  name: 'operators',
  run: async (patient) => {
    if (!(await hasHouse(patient))) return warn('none yet', 'clearball init invites the first two.')
    const { all, ready } = await row<{ all: number; ready: number }>(
      await patient.owner(),
      `select count(*)::integer as all, count(*) filter (where exists (
        select from factor where operator_id = operator.id and confirmed_at is not null))::integer as ready
      from operator where left_at is null`,
    )
    const found = `${all}, ${ready} of them with a second factor`
    if (all < 2) return warn(found, 'The first two join with the links of clearball init; run it again for new links.')
    return ready < 4
      ? warn(found, 'Invite more, at least two admins: a lost second factor takes two other operators.')
      : ok(found)
  },
}

const alarms: Check = {
  name: 'open alarms',
  run: async (patient) => {
    if (!(await hasHouse(patient))) return ok('none')
    const { rows } = await (
      await patient.owner()
    ).query<{ what: string }>(
      `select source || ': ' || what as what from alarm where cleared_at is null
      union all select kind || ': ' || node_alarm.what from node_alarm join node on node.id = node_id
        where seen_at > now() - interval '60 seconds' limit 5`,
    )
    return rows.length === 0
      ? ok('none')
      : fail(rows.map(({ what }) => what.split('\n')[0]).join('; '), 'See “Alarms” in docs/operating.md.')
  },
}

export const houseChecks = (url: string): Check[] => [keys(url), pepper(url), operators, alarms]
