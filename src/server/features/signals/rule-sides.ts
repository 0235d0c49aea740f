import { sql } from 'kysely'
import { allMarkets } from '#core/games/families'
import { playCode } from '#core/games/market'
import { type Cents, formatCents, storedCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { type Asked, type Finding, type Rule, spanOf } from './rule.ts'

/** Markets with two sides, of which one loses where the other wins. */
const twoSided = allMarkets.filter(({ selections }) => selections.length === 2).map((market) => playCode(market, null))

const dayMs = 24 * 3_600_000

/** The largest stakes of a draw that are looked at, and the most pairs of accounts that are looked into. */
const stakesMost = 5_000
const pairsMost = 100
/** Something that more accounts share, such as the address of a mobile network, links nobody. */
const crowd = 10
/** Log-ins that are longer ago link nobody either. */
const logInsMs = 30 * dayMs
/** How many of a player's newest log-ins and wallets are compared. */
const ownMost = 50
/** How many of two accounts' newest bets are compared. */
const betsMost = 5_000

type Stake = { readonly account_id: bigint; readonly play: string; readonly selection: string }
type Pair = { readonly a: string; readonly b: string; readonly link: string }

/** Linked accounts bet on both sides of the same draws, so that one of them wins whatever comes. It counts once a day. */
export const sidesRule: Rule = {
  periods: async (asked, ids) => {
    const findings: Finding[] = []
    for (const id of ids) findings.push(...(await inPeriod(asked, Number(id))))
    return findings
  },
}

async function inPeriod({ db, settings }: Asked, periodId: number): Promise<Finding[]> {
  const { stake, draws } = settings.signals.sides
  const period = await db.selectFrom('period').select('draws_at').where('id', '=', periodId).executeTakeFirstOrThrow()
  const at = period.draws_at
  const { rows: stakes } = await sql<Stake>`
    select account_id, play, selection from bet
    where period_id = ${periodId} and draws_at = ${at} and split_part(play, '@', 1) = any (${twoSided})
    group by 1, 2, 3 having sum(stake * line_count) >= ${stake}
    order by sum(stake * line_count) desc, account_id limit ${stakesMost}`.execute(db)
  const bets = opposedBets(stakes)
  if (bets.size === 0) return []
  const players = await playersOf(db, [...bets.keys()])
  const betsOf = (playerId: string) => bets.get(players.get(playerId)!)!
  const pairs = await linkedAmong(db, [...players.keys()], at)
  const facing = pairs.filter(({ a, b }) => areOpposed(betsOf(a), betsOf(b))).slice(0, pairsMost)
  const findings: Finding[] = []
  for (const { a, b, link } of facing) {
    const both = await drawsOfBoth(db, { accounts: [players.get(a)!, players.get(b)!], at, stake })
    if (both.draws < draws) continue
    const facts = { draws: String(both.draws), staked: formatCents(both.staked), link }
    findings.push({ fact: `${a}:${b}:${spanOf(at, dayMs)}`, playerIds: [a, b], facts, at })
  }
  return findings
}

/** What each account bet on in markets of which both sides were bet on: selections by market. */
function opposedBets(stakes: readonly Stake[]): Map<bigint, Map<string, string[]>> {
  const markets = [...Map.groupBy(stakes, ({ play }) => play).values()]
  const both = markets.filter((each) => new Set(each.map(({ selection }) => selection)).size > 1).flat()
  const accounts = Map.groupBy(both, ({ account_id }) => account_id)
  return new Map(
    [...accounts].map(([account, bets]) => {
      const plays = Map.groupBy(bets, ({ play }) => play)
      return [account, new Map([...plays].map(([play, each]) => [play, each.map(({ selection }) => selection)]))]
    }),
  )
}

/** Whether one bet on a side of a market of which the other bet on another side. */
function areOpposed(one: ReadonlyMap<string, string[]>, other: ReadonlyMap<string, string[]>): boolean {
  return [...one].some(([play, own]) => (other.get(play) ?? []).some((side) => own.some((each) => each !== side)))
}

/** The account of each player, by the player's id. */
async function playersOf(db: Queryable, accounts: readonly bigint[]): Promise<Map<string, bigint>> {
  const rows = await db.selectFrom('account').select(['id', 'ref']).where('id', 'in', accounts).execute()
  return new Map(rows.map(({ id, ref }) => [ref.split(':')[1]!, id]))
}

/** Pairs among these players with the same document, wallet, browser or network address, the strongest link of each. */
async function linkedAmong(db: Queryable, playerIds: readonly string[], at: Date): Promise<Pair[]> {
  const since = new Date(at.getTime() - logInsMs)
  const { rows } = await sql<Pair>`
    with person as materialized (select unnest(${playerIds}::uuid[]) as id),
    shared as (
      select distinct 1 as strength, 'document' as link, person.id as player_id, document_hash as thing
      from person cross join lateral (
        select document_hash from certification where player_id = person.id and status <> 'rejected' limit ${ownMost}) own
      union all
      select distinct 2, case kind when 'bank' then 'card' else 'wallet' end, person.id, fingerprint
      from person cross join lateral (
        select kind, fingerprint from wallet where player_id = person.id order by created_at desc limit ${ownMost}) own
      union all
      select distinct strength, link, person.id, thing
      from person cross join lateral (
        select browser, address from session where player_id = person.id and created_at > ${since}
        order by created_at desc limit ${ownMost}) own
      cross join lateral (values (3, 'device', browser), (4, 'address', convert_to(address, 'UTF8'))) as seen (strength, link, thing)
      where thing is not null),
    circle as (
      select strength, link, array_agg(player_id) as members from shared
      group by strength, link, thing having count(*) between 2 and ${crowd})
    select distinct on (one, other) one::text as a, other::text as b, link
    from circle, unnest(members) as one, unnest(members) as other
    where one < other order by one, other, strength`.execute(db)
  return rows
}

type Both = { readonly accounts: readonly [bigint, bigint]; readonly at: Date; readonly stake: Cents }

/** In how many draws of the last day two accounts bet on both sides, and how much on the smaller side. */
async function drawsOfBoth(db: Queryable, { accounts, at, stake }: Both): Promise<{ draws: number; staked: Cents }> {
  const { rows } = await sql<{ draws: number; staked: bigint }>`
    with newest as materialized (
      select account_id, period_id, play, selection, stake * line_count as total from bet
      where account_id = any (${accounts}::bigint[]) and draws_at > ${new Date(at.getTime() - dayMs)} and draws_at <= ${at}
      order by draws_at desc limit ${betsMost}),
    side as (
      select account_id, period_id, play, selection, sum(total) as staked from newest
      where split_part(play, '@', 1) = any (${twoSided}) group by 1, 2, 3, 4 having sum(total) >= ${stake})
    select count(distinct period_id)::integer as draws, coalesce(sum(least(one.staked, other.staked)), 0)::bigint as staked
    from side as one join side as other using (period_id, play)
    where one.account_id = ${accounts[0]} and other.account_id = ${accounts[1]} and one.selection <> other.selection`.execute(
    db,
  )
  return { draws: rows[0]!.draws, staked: storedCents(rows[0]!.staked) }
}
