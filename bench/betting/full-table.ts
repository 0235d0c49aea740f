import { openBatches } from '#server/features/bets/placing/batches'
import { type BetHouse, benchDraw, openHousesBeside, someSlip } from '../bet-house.ts'
import { median, type Report } from '../figure.ts'
import { inTurns } from '../measuring/in-turns.ts'
import { perSecond } from '../plain.ts'
import { type Copies, openCopies } from './copies.ts'

const rounds = 5
/** `BENCH_BETS=5000000` for the long run. */
const many = Number(process.env.BENCH_BETS ?? 500_000)

type Full = { readonly house: BetHouse; readonly filled: number; readonly copies: Copies; readonly seconds: number }

/**
 * Bets into a full table beside bets into an empty one, in databases of one server, with a new empty one for each round. COPY of
 * the same rows into both shows how much of a difference is the disk's: larger indexes write more pages, whoever adds to them.
 */
export async function fullTable({ house, filled, copies, seconds }: Full, { figure, progress }: Report): Promise<void> {
  progress(`${many} bets are put into the table`)
  await fill(house, filled)
  progress('empty tables are made')
  const empties: Empty[] = []
  for (const each of await openHousesBeside(house, rounds + 1)) empties.push(await openEmpty(each))
  const intoFull = betsInto(house)
  await house.owner.query('checkpoint')
  const copy = (to: Copies) => to.perSecond({ seconds, connections: 1 })
  const seen = await inTurns(
    {
      'bets, empty table': (round) => empties[round]!.bets(seconds),
      'bets, full table': () => intoFull(seconds),
      'COPY, empty table': (round) => copy(empties[round]!.copies),
      'COPY, full table': () => copy(copies),
    },
    { rounds, progress },
  )
  const show = (what: 'bets' | 'COPY', name: string) => ({
    name: `${name} with ${many} there`,
    value: median(seen[`${what}, full table`]),
    unit: '1/s',
    against: { name: 'with none', value: median(seen[`${what}, empty table`]) },
  })
  figure({ ...show('bets', 'bets'), goal: { least: 0.85 } })
  figure(show('COPY', 'one COPY of the same rows'))
  for (const empty of empties) {
    await empty.copies.close()
    await empty.house.close()
  }
}

type Empty = { readonly house: BetHouse; readonly copies: Copies; bets(seconds: number): Promise<number> }

/** Its first bets are not measured: the server reads its catalogue and plans its statements with them. */
async function openEmpty(house: BetHouse): Promise<Empty> {
  const [first, second, copiedTo] = house.periodIds
  house.periodIds = [first!, second!]
  const bets = betsInto(house)
  await bets(1)
  return { house, bets, copies: await openCopies(house, copiedTo!) }
}

function betsInto(house: BetHouse): (seconds: number) => Promise<number> {
  const batches = openBatches(house.app)
  const place = (at: number) => accepted(batches.place(someSlip(house, at), benchDraw))
  return (seconds) => perSecond({ clients: 256, seconds }, place)
}

async function accepted(placing: Promise<{ outcome: string }>): Promise<void> {
  const { outcome } = await placing
  if (outcome !== 'accepted') throw new Error(`a bet was refused: ${outcome}`)
}

/**
 * Adds many bets of all players on one period with their entries in the ledger, so that indexes are deep and every player
 * has a long list. Balances and sums fit, so the audit finds nothing.
 */
export async function fill({ owner, players }: BetHouse, periodId: number, count = many): Promise<void> {
  const given = [periodId, count, players.map(({ account }) => account)]
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into bet select draws_at, period_id, n, ($3::bigint[])[1 + n % cardinality($3::bigint[])], gen_random_uuid(), 0,
      'pk10.position_number@1', '1', 1, 100, 960, now(), 0, gen_random_uuid()
    from betting, generate_series(0, $2::integer - 1) n where period_id = $1::integer`,
    given,
  )
  // Transfers of 256 bets, as batches make them.
  await owner.query(
    `with made as (
      insert into transfer (id, kind, at)
        select gen_random_uuid(), 'bet', now() from generate_series(1, ceil($2::integer / 256.0)::integer) returning number),
    payers as (select id, place, balance from unnest($3::bigint[]) with ordinality as payer (id, place) join account using (id)),
    stakes as (
      select (select min(number) from made) + n / 256 as number, payers.id, balance - 100 * (n / cardinality($3::bigint[])) as before
      from generate_series(0, $2::integer - 1) n join payers on place = 1 + n % cardinality($3::bigint[]) order by n),
    charged as (update account set balance = balance - total
      from (select id, 100 * count(*) as total from stakes group by id) sums where account.id = sums.id)
    insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select now(), number, id, -100, before, before - 100 from stakes
      union all select now(), number, account_id, 100 * count(*), null, null
        from stakes, betting where period_id = $1::integer group by number, account_id`,
    given,
  )
  await owner.query('update betting set bets = $2::integer, stakes = 100 * $2::bigint where period_id = $1', [
    periodId,
    count,
  ])
  await owner.query('reset session_replication_role')
  await owner.query('vacuum analyze')
}
