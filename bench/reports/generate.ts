import type { Client } from 'pg'
import { games } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { utcOffsetMs } from '#core/games/game-families'
import { type Period, dayMs, periodsOfDay } from '#core/periods/schedule'
import { formatDay } from '#core/periods/civil-date'
import { seedPlayers } from '../bet-house.ts'
import { copyIn } from '../copy-in.ts'
import { optionsOf, resultsOf, wonLines } from './sold.ts'

type Size = { readonly bets: number; readonly players: number; readonly days: number }

/** The number of different results for each family; each period gets one of them. */
const resultCount = 400

/** One period in so many is void: its stakes were given back, and bets that would have won were paid. */
const voidEvery = 700

/** The least number of bets on a period; with few bets in all, fewer periods get any. */
const betsLeast = 40

type Generating = { readonly size: Size; readonly more: readonly Client[]; progress(text: string): void }

/**
 * Generates weeks of all nine games: players, drawn and void periods, bets, payouts and refunds, a ledger that adds up, and reviews.
 * Written a day at a time, within a load in bulk. The bets of several days are written at once, over a connection each; the ledger, in
 * which every balance follows from the one before, is written afterwards in the order of the days.
 */
export async function generate(owner: Client, { size, more, progress }: Generating): Promise<void> {
  await owner.query(seedPlayers, [size.players])
  for (const statement of spreadReviews(size.days)) await owner.query(statement)
  await owner.query(spreadTraits)
  await writeSold(owner)
  const days = await writePeriods(owner, size)
  const left = [...days]
  const placeLeft = async (client: Client) => {
    for (let day = left.shift(); day !== undefined; day = left.shift()) {
      await inTransaction(client, dayOfBets, day)
      progress(`bets of ${days.length - left.length} of ${days.length} days`)
    }
  }
  await Promise.all([owner, ...more].map(placeLeft))
  for (const day of days) await inTransaction(owner, dayOfMoney, day)
}

async function inTransaction(client: Client, statements: readonly string[], day: string): Promise<void> {
  await client.query('begin')
  for (const statement of statements) await client.query(statement.replaceAll('DAY', day))
  await client.query('commit')
}

/** Writes what can be bet on, and which of it wins at each result, to tables of the benchmark's own. */
async function writeSold(owner: Client): Promise<void> {
  await owner.query(`
    create unlogged table sold (family text, n integer, play text, selection text, lines integer, odds integer,
      over bigint, under bigint, primary key (family, n));
    create unlogged table won (family text, result integer, play text, selection text, won integer,
      primary key (family, result, play, selection))`)
  const [sold, won]: [string[], string[]] = [[], []]
  for (const family of Object.keys(families) as (keyof typeof families)[]) {
    const options = optionsOf(family)
    for (const [n, { play, selection, lines, odds, over, under }] of options.entries())
      sold.push([family, n, play, selection, lines, odds, over, under].join('\t'))
    for (const [at, result] of resultsOf(family, resultCount).entries()) {
      for (const option of options) {
        const lines = wonLines(option, result)
        if (lines !== null) won.push([family, at, option.play, option.selection, lines].join('\t'))
      }
    }
  }
  await copyIn(owner, 'copy sold from stdin', `${sold.join('\n')}\n`)
  await copyIn(owner, 'copy won from stdin', `${won.join('\n')}\n`)
  await owner.query('analyze sold; analyze won')
}

/** Writes real periods of the days before today, with exactly the given number of bets in all; returns the days. */
async function writePeriods(owner: Client, size: Size): Promise<string[]> {
  const today = Math.floor((Date.now() + utcOffsetMs) / dayMs)
  const days = Array.from({ length: size.days }, (_, at) => today - size.days + at)
  const all = days.flatMap((day) => games.flatMap(({ code }) => periodsOfDay(code, day)))
  // The airship game's last day runs into the next night, so its draws that are still to come are left out.
  const over = all.filter(({ drawsAtMs }) => drawsAtMs < Date.now() - 60_000)
  const step = Math.max(1, Math.floor((over.length * betsLeast) / size.bets))
  const played = over.filter((_, at) => at % step === 0)
  await owner.query(`
    create unlogged table played (draw_id text primary key, id integer, day text, game text, family text, result integer,
      draws_at timestamptz, bets integer, is_void boolean)`)
  await owner.query(`
    with first as (insert into log_record (seq, type, at, entry, leaf) values (0, 'key', now(), '{}', sha256('\\x007b7d'))),
    signed as (insert into log_checkpoint (size, root, note) values (1, sha256(''), '-'))
    insert into rules_document values (encode(sha256('{}'), 'hex'), '{}', now())`)
  await copyIn(owner, copyPeriods, played.map(periodRow).join(''))
  await copyIn(
    owner,
    'copy played (draw_id, day, game, family, result, draws_at, bets, is_void) from stdin',
    played.map((period, at) => playedRow(period, { at, of: played.length, bets: size.bets })).join(''),
  )
  await owner.query(
    `update played set id = period.id from period where period.draw_id = played.draw_id; analyze played`,
  )
  return days.map(formatDay)
}

const copyPeriods = `copy period (draw_id, game, day, number, issue, opens_at, closes_at, draws_at, chain_hash, round,
  round_at, rules_hash, commit, secret_sealed, schedule_seq, status, closed_at, bets, stake_total, ended_at, outcome, void_reason,
  settled_at) from stdin`

const results = new Map(
  (Object.keys(families) as (keyof typeof families)[]).map((family) => [family, resultsOf(family, resultCount)]),
)
const familyOf = (period: Period) => games.find(({ code }) => code === period.game)!.family
const resultAt = (at: number) => (at * 7_919) % resultCount
const isVoid = (at: number) => at % voidEvery === voidEvery - 1
const instant = (ms: number) => new Date(ms).toISOString()
const nothing = '\\N'

function periodRow(period: Period, at: number): string {
  const draws = instant(period.drawsAtMs)
  const outcome = `{${results.get(familyOf(period))![resultAt(at)]!.join(',')}}`
  const ended = isVoid(at)
    ? ['void', draws, 0, 0, draws, nothing, 'beacon-unavailable']
    : ['drawn', draws, 0, 0, draws, outcome, nothing]
  const rules = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
  const promised = [period.drawId, period.game, formatDay(period.day), period.index, period.issue]
  const times = [instant(period.opensAtMs), instant(period.closesAtMs), draws]
  return `${[...promised, ...times, '', 1, draws, rules, '', '', 0, ...ended, draws].join('\t')}\n`
}

/** Gives periods one, two and three shares of the bets in turn, which add up to exactly the given number. */
function playedRow(period: Period, { at, of, bets }: { at: number; of: number; bets: number }): string {
  const sharesBefore = (count: number) => 6 * Math.floor(count / 3) + [0, 1, 3][count % 3]!
  const betsBefore = (count: number) => Math.floor((bets * sharesBefore(count)) / sharesBefore(of))
  const own = [formatDay(period.day), period.game, familyOf(period), resultAt(at), instant(period.drawsAtMs)]
  return `${[period.drawId, ...own, betsBefore(at + 1) - betsBefore(at), isVoid(at)].join('\t')}\n`
}

/** Spreads reviews of every kind over the days, each with its own duration. */
const spreadReviews = (days: number) => [
  `create temporary table spread as
    select id, now() - ${days} * interval '1 day' * (abs(hashtext(id::text)::bigint) / 2147483648.0) as at,
      abs(hashtext(id::text || 'took')::bigint) % 90000 * interval '1 second' as took
    from player`,
  'analyze spread; analyze player; analyze certification',
  'update player set created_at = spread.at from spread where spread.id = player.id',
  `update certification set created_at = spread.at - took, decided_at = spread.at
    from spread where spread.id = certification.player_id`,
  `insert into deposit (id, player_id, receiving_id, currency, amount, reference, plain_reference, voucher_id, voucher_sha256,
      voucher_original_sha256, status, received, reason_code, decided_by, decided_at, created_at)
    select gen_random_uuid(), id, id, 'usdt', 5000, n || id::text, n || id::text, id, sha256((n || id::text)::bytea),
      sha256((n || id::text)::bytea),
      case when n = 3 then 'rejected' else 'passed' end, case when n < 3 then 5000 + hashtext(id::text)::bigint % 4999 end,
      case when n = 3 then 'not_arrived' end, id, at - n * interval '3 hours', at - n * interval '3 hours' - took
    from spread, generate_series(1, 3) n`,
  `insert into withdrawal (id, player_id, wallet_id, amount, fee, fee_bps, needs_two, status, payout_reference, reason_code,
      reason_text, decided_by, decided_at, created_at)
    select gen_random_uuid(), id, id, 9000 + hashtext(id::text)::bigint % 4999, 180, 200, false,
      case when n = 2 then 'rejected' else 'passed' end, case when n = 1 then 'paid' end, case when n = 2 then 'other' end,
      case when n = 2 then 'Another name' end, id, at - n * interval '1 hour', at - n * interval '1 hour' - took / 3
    from spread, generate_series(1, 2) n`,
]

/** Gives players one of four countries, and half of them one of some hundred inviters. */
const spreadTraits = `
  update certification set country = (array['VN', 'TH', 'JP', 'KR'])[1 + abs(hashtext(player_id::text)::bigint) % 4];
  with ranked as (select id, row_number() over (order by id) as n from player)
  update player set invited_by = inviter.id from ranked guest join ranked inviter on inviter.n = 1 + guest.n % 250
  where player.id = guest.id and guest.n > 250 and guest.n % 2 = 0`

/** The bets of one day, in one transaction, and what each player staked and won in each draw. */
const dayOfBets = [
  `create temporary table placed on commit drop as
    select draws_at, id as period_id, seq, first_account + (hash >> 30 & 1073741823) % players as account_id,
      sold.play, sold.selection, lines, 100 + (hash >> 20 & 1073741823) % 4901 as stake, odds, is_void, won
    from (select min(id) as first_account, count(*) as players from account where ref like 'player:%') people,
      (select family, count(*) as options from sold group by family) counted
      join played using (family) cross join lateral generate_series(0, bets - 1) seq
      cross join lateral (select hashint8extended(seq, id) as hash) mixed
      join sold on sold.family = played.family and sold.n = (hash & 1073741823) % options
      left join won on won.family = played.family and won.result = played.result
        and won.play = sold.play and won.selection = sold.selection
    where day = 'DAY'`,
  `insert into bet (draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake, odds, at, log_size, salt)
    select draws_at, period_id, seq, account_id, gen_random_uuid(), 0, play, selection, lines, stake, odds,
      draws_at - interval '90 seconds', 0, gen_random_uuid()
    from placed order by period_id, seq`,
  `create unlogged table paying_DAY as
    select period_id, account_id, sum(stake * lines)::bigint as stakes, count(*)::integer as bets,
      count(won) filter (where not is_void)::integer as winners,
      coalesce(sum(case when is_void then stake * lines when won > 0 then stake * odds / 100 * won
        when won = 0 then stake * lines end), 0)::bigint as pays
    from placed group by 1, 2`,
]

/** The money of one day, in one transaction: what came from outside to cover the stakes, then payouts, refunds and rebates. */
const dayOfMoney = [
  'analyze paying_DAY',
  `create temporary table ended on commit drop as
    select played.id, played.draw_id, played.draws_at, is_void, sum(paying.bets)::integer as bets, sum(stakes)::bigint as stakes,
      sum(pays)::bigint as pays, sum(winners)::integer as winners, min(paying.account_id) as lucky,
      case when is_void then 0 else div(sum(stakes), 500)::bigint end as rebate, case when is_void then 100 else 0 end as extra
    from paying_DAY paying join played on played.id = paying.period_id group by played.draw_id`,
  `insert into account (ref) select 'period:' || draw_id || ':stakes' from ended
    union all select unnest(array['house:result', 'house:rebates', 'world:demo']) on conflict do nothing`,
  `insert into betting (period_id, account_id, draws_at, bets, stakes, rebated_at)
    select ended.id, account.id, draws_at, bets, stakes, case when not is_void then draws_at end
    from ended join account on ref = 'period:' || draw_id || ':stakes'`,
  `update period set bets = ended.bets, stake_total = stakes from ended where ended.id = period.id`,
  `insert into settlement (period_id, kind, first_seq, last_seq, stakes, paid, winners, at)
    select id, case when is_void then 'refund' else 'payout' end, 0, bets - 1, stakes, pays, winners, draws_at from ended
    union all select id, 'rebate', 0, 0, 0, rebate, 1, draws_at from ended where not is_void
    union all select id, 'shadow', 0, bets - 1, stakes, extra, 1, draws_at from ended where is_void`,
  `with made as (insert into transfer (id, kind, at) values (gen_random_uuid(), 'demo_grant', now()) returning number)
    insert into entry (at, transfer_number, account_id, amount)
      select now(), number, account_id, ended.stakes from made, ended join betting on period_id = ended.id
      union all select now(), number, (select id from account where ref = 'world:demo'), -(select sum(stakes) from ended) from made`,
  `with made as (insert into transfer (id, kind, at) values (gen_random_uuid(), 'payout', now()) returning number),
    given as (
      select account_id, sum(pays)::bigint as amount from (
        select account_id, pays from paying_DAY union all select lucky, rebate + extra from ended) each
      group by account_id having sum(pays) > 0),
    changed as (
      update account set balance = balance + amount from given where account.id = account_id returning id, amount, balance)
    insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select now(), number, id, amount, balance - amount, balance from made, changed
      union all
      select now(), number, account_id, -ended.stakes, null, null from made, ended join betting on period_id = ended.id
      union all
      select now(), number, account.id, case ref when 'house:rebates' then -rebates else stakes - pays - extras end, null, null
      from made, account, (select sum(stakes)::bigint as stakes, sum(pays)::bigint as pays, sum(rebate)::bigint as rebates,
        sum(extra)::bigint as extras from ended) total
      where ref in ('house:result', 'house:rebates')`,
  'drop table paying_DAY',
]
