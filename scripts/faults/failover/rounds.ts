import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Db } from '#server/world/members/database'
import { failedSteps, verifyDraws } from '#server/testing/draws/verify-draws'
import { lookUp, withDatabase } from '../books.ts'
import type { Row } from '../row.ts'
import { type Answers, startSpending } from '../spenders.ts'
import { type DatabaseHost, type Databases, until } from './databases.ts'
import type { House } from './house.ts'

/** How the primary is lost, and how its machine comes back once another has taken over. */
type Kind = {
  readonly what: string
  lose(databases: Databases, primary: DatabaseHost): Promise<void>
  giveBack(databases: Databases, former: DatabaseHost): Promise<void>
}

export const kinds: readonly Kind[] = [
  {
    what: 'primary killed (kill -9 of all of its machine)',
    lose: ({ machines }, primary) => machines[primary].kill(),
    giveBack: (databases, former) => databases.start(former),
  },
  {
    what: 'primary frozen, and woken believing itself primary',
    lose: ({ machines }, primary) => machines[primary].signal('SIGSTOP'),
    giveBack: ({ machines }, former) => machines[former].signal('SIGCONT'),
  },
  {
    what: 'primary cut off from everybody, and plugged in again',
    lose: ({ machines }, primary) => machines[primary].cut(),
    giveBack: ({ machines }, former) => machines[former].plug(),
  },
  {
    what: 'switched over on purpose',
    lose: (databases, primary) => databases.switchOver(primary),
    giveBack: async () => {},
  },
]

export type Round = {
  kind: Kind
  backMs: number
  lost: number
  doubled: number
  faults: number
  draws: Draws
  problems: string[]
}
type Draws = { readonly count: number; readonly latestMs: number; readonly voids: number }

/** One failover under load; when everything is there again, the books are compared with what players were told. */
export async function failOver(house: House, kind: Kind, answers: Answers): Promise<Round> {
  const { databases } = house
  await databases.untilWhole()
  const spending = startSpending(house.spenders, answers)
  await answers.more(40)
  const faultsBefore = answers.faults
  const primary = (await databases.leader())!
  const pause = watchPause(answers)
  await kind.lose(databases, primary)
  await databases.otherLeader(primary)
  await moreAccepted(answers, 40)
  await kind.giveBack(databases, primary)
  await databases.untilWhole()
  await moreAccepted(answers, 40)
  const backMs = pause.end()
  await spending.stop()
  const found = await withDatabase(databases.url('postgres'), async (db) => ({
    ...(await lookUp(db, answers)),
    ...(await checkDraws(db, house)),
  }))
  const problems = [...found.problems, ...found.wrong]
  for (const problem of problems) console.error(problem)
  const { lost, doubled, draws } = found
  return { kind, backMs, lost, doubled, faults: answers.faults - faultsBefore, draws, problems }
}

/** The longest time without any acknowledged spend, from now on. */
function watchPause({ accepted }: Answers): { end(): number } {
  let [count, lastMs, longestMs] = [accepted.length, performance.now(), 0]
  const look = () => {
    const nowMs = performance.now()
    if (accepted.length === count) return
    longestMs = Math.max(longestMs, nowMs - lastMs)
    ;[count, lastMs] = [accepted.length, nowMs]
  }
  const timer = setInterval(look, 10)
  return {
    end: () => {
      clearInterval(timer)
      look()
      return longestMs
    },
  }
}

async function moreAccepted({ accepted }: Answers, count: number): Promise<void> {
  const goal = accepted.length + count
  await until('bets to be taken', async () => accepted.length >= goal || null)
}

const verified = new WeakMap<House, Set<string>>()

/** Every draw that ended in the meantime, checked from what the site publishes. */
async function checkDraws(db: Db, house: House): Promise<{ draws: Draws; wrong: string[] }> {
  const known = verified.get(house) ?? new Set()
  verified.set(house, known)
  const { rows } = await sql<{ id: string; late_ms: number; is_void: boolean }>`
    select draw_id as id, extract(epoch from ended_at - draws_at)::float8 * 1000 as late_ms, void_reason is not null as is_void
    from period where settled_at is not null order by draws_at`.execute(db.query)
  const newer = rows.filter(({ id }) => !known.has(id))
  for (const { id } of newer) known.add(id)
  const ids = newer.map(({ id }) => id)
  // A connection that the site closes as idle in the moment of its next use is no finding.
  const verdicts = await until('the published files', () =>
    verifyDraws(house.url, ids, Date.now()).catch((error: unknown) => {
      if (error instanceof TypeError && error.message === 'fetch failed') return null
      throw error
    }),
  )
  const wrong = failedSteps(verdicts)
  const draws = {
    count: newer.length,
    latestMs: Math.max(0, ...newer.map(({ late_ms: ms }) => ms)),
    voids: newer.filter(({ is_void: isVoid }) => isVoid).length,
  }
  return { draws, wrong }
}

/** The line of a kind; null where no round was of it. */
export function rowOf({ what }: Kind, rounds: readonly Round[]): Row | null {
  const own = rounds.filter(({ kind }) => kind.what === what)
  if (own.length === 0) return null
  const seconds = own.map(({ backMs }) => Math.round(backMs / 100) / 10).sort((a, b) => a - b)
  const sum = (of: (round: Round) => number) => own.reduce((total, round) => total + of(round), 0)
  const [lost, doubled, faults] = [sum((each) => each.lost), sum((each) => each.doubled), sum((each) => each.faults)]
  const findings = sum(({ problems }) => problems.length)
  const voids = sum(({ draws }) => draws.voids)
  return {
    what,
    rounds: own.length,
    lost,
    doubled,
    faults,
    draws: sum(({ draws }) => draws.count),
    void: voids,
    'latest draw, s': Math.round(Math.max(0, ...own.map(({ draws }) => draws.latestMs)) / 100) / 10,
    findings,
    'back after, s': `${seconds[Math.floor(seconds.length / 2)]} (${seconds.at(-1)})`,
    holds: lost + doubled + faults + findings + voids === 0,
  }
}
