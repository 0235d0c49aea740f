import { sql } from 'kysely'
import { type accountAges, reportPlayers } from '#contract/console/reports'
import type { Queryable } from '../../world/members/database.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { readRange } from './day-range.ts'
import { type Sums, shownSums } from './sums.ts'

type Days = { readonly from: string; readonly until: string }
type Trait = Sums & { name: string }

/** How many inviters are named; the others are one sum. */
const invitersMost = 100

export const reportPlayersHandler = handleSnapshot(reportPlayers, async ({ input, db }) => {
  readRange(input)
  return {
    countries: (await byTrait(db, 'country', input)).map(({ name, ...sums }) => ({
      country: name,
      ...shownSums(sums),
    })),
    ages: (await byTrait(db, 'age', input)).map(({ name, ...sums }) => ({
      age: name as (typeof accountAges)[number],
      ...shownSums(sums),
    })),
    ...(await byInviter(db, input)),
  }
})

async function byTrait(db: Queryable, trait: 'country' | 'age', { from, until }: Days): Promise<Trait[]> {
  const { rows } = await sql<Trait>`
    select name, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes, sum(paid)::bigint as paid
    from trait_day where trait = ${trait} and day between ${from} and ${until}
    group by name order by stakes desc, name`.execute(db)
  return rows
}

type Invited = Sums & {
  id: string | null
  account: string | null
  all_inviters: number
  all_bets: bigint
  all_stakes: bigint
  all_paid: bigint
}

/** Those who came by an operator's code are one row; of the others the largest are named, and the rest is one sum. */
async function byInviter(db: Queryable, { from, until }: Days) {
  const { rows } = await sql<Invited>`
    select player.id, account, bets, stakes, paid, all_inviters, all_bets, all_stakes, all_paid
    from (
      select name, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes, sum(paid)::bigint as paid,
        count(*) over ()::integer as all_inviters, (sum(sum(bets)) over ())::bigint as all_bets,
        (sum(sum(stakes)) over ())::bigint as all_stakes, (sum(sum(paid)) over ())::bigint as all_paid
      from trait_day where trait = 'inviter' and day between ${from} and ${until}
      group by name order by name = '' desc, sum(stakes) desc, name limit ${invitersMost + 1}) listed
    left join player on player.id = nullif(name, '')::uuid
    order by stakes desc, name`.execute(db)
  const [first] = rows
  const rest = (all: 'all_bets' | 'all_stakes' | 'all_paid', each: 'bets' | 'stakes' | 'paid') =>
    rows.reduce((left, row) => left - row[each], first?.[all] ?? 0n)
  const others = {
    bets: rest('all_bets', 'bets'),
    stakes: rest('all_stakes', 'stakes'),
    paid: rest('all_paid', 'paid'),
  }
  const left = (first?.all_inviters ?? 0) - rows.length
  return {
    inviters: rows.map(({ id, account, bets, stakes, paid }) => ({
      inviter: id === null ? null : { id, account: account! },
      ...shownSums({ bets, stakes, paid }),
    })),
    otherInviters: left > 0 ? { inviters: left, ...shownSums(others) } : null,
  }
}
