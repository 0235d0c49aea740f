import type { Client } from 'pg'
import { settingsFrom } from '#core/rules/money/settings'
import type { Db } from '#server/world/members/database'
import { brokenActions } from '#server/services/actions/action-chain'
import { auditBooks, auditLedger } from '#server/services/ledger/audit'
import type { History } from '../people/history.ts'
import { clockToleranceMs } from './tolerance.ts'

/** As the settings stand where nobody changed them. */
const withdrawalsADay = settingsFrom(new Map()).withdrawalsPerDay

/** The invariants of the ledger, cheap enough to be checked all the time. */
export function checkBooks(db: Db): Promise<string[]> {
  return auditBooks(db.query)
}

/** Everything that the house itself audits. */
export async function auditAll(db: Db): Promise<string[]> {
  return [...(await auditLedger(db.query)), ...(await brokenActions(db.query))]
}

/** No bet after its draw closed, by the house's own rows. */
export async function lateBets(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ draw_id: string; seq: number }>(
    'select draw_id, seq from bet join period on period.id = period_id where bet.at >= closes_at',
  )
  return rows.map(({ draw_id, seq }) => `bet ${seq} on ${draw_id} was taken after the draw closed`)
}

type PlacedBet = { readonly key: string; readonly drawId: string; readonly closesMs: number }

/** No bet whose request first arrived at a node after its draw closed, by the simulation's clock, which no node can set. */
export async function betsArrivedLate(admin: Client, history: History): Promise<string[]> {
  const { rows } = await admin.query<PlacedBet>(
    `select distinct key::text, draw_id as "drawId", (extract(epoch from closes_at) * 1000)::float8 as "closesMs"
     from bet join period on period.id = period_id`,
  )
  return lateArrivals(rows, history)
}

/** A bet counts whether or not its player was ever told of it. */
export function lateArrivals(placed: readonly PlacedBet[], { told }: History): string[] {
  const sent = new Map(told.flatMap((each) => (each.call === 'bets.place' ? [[each.key, each]] : [])))
  return placed.flatMap(({ key, drawId, closesMs }) => {
    const request = sent.get(key)
    return request && request.arrivedMs > closesMs + clockToleranceMs
      ? [`${request.who} bet on ${drawId} by a request that arrived after it had closed, and the bet was taken`]
      : []
  })
}

/** What was acknowledged is there, once; what was refused is not there. */
export async function effectsOfKeys(admin: Client, history: History): Promise<string[]> {
  const { rows: bets } = await admin.query<{ key: string; count: number; stake: string }>(
    'select key::text, count(*)::int as count, sum(stake * line_count)::text as stake from bet group by key',
  )
  const { rows: cases } = await admin.query<{ key: string }>(
    'select id::text as key from withdrawal union all select id::text from deposit union all select id::text from wallet',
  )
  const betsOf = new Map(bets.map((each) => [each.key, each]))
  const caseKeys = new Set(cases.map(({ key }) => key))
  return history.told.flatMap(({ call, key, who, outcome, input, answer, isDecidedAtOnce }) => {
    if (key === null) return []
    const bet = betsOf.get(key)
    const isBet = call === 'bets.place'
    const isCase = call === 'withdrawals.request' || call === 'deposits.request' || call === 'wallets.add'
    const isThere = isBet ? bet !== undefined : caseKeys.has(key)
    if (!isBet && !isCase) return []
    if (outcome === 'ok' && !isThere) return [`${call} of ${who} was accepted and is lost`]
    if (outcome !== 'ok' && isDecidedAtOnce && isThere)
      return [`${call} of ${who} was refused as ${outcome} and took effect`]
    if (!isBet || outcome !== 'ok') return []
    const told = cents((answer as { stake: string }).stake)
    const lines = (input.bets as unknown[]).length
    return bet!.count === lines && bet!.stake === told
      ? []
      : [`${call} of ${who}: ${bet!.count} bets of ${bet!.stake} instead of ${lines} of ${told}`]
  })
}

const cents = (amount: string) => String(BigInt(amount.replace('.', '')))

/** Nobody asks for more withdrawals a day than the rules allowed at any time of the run. Rejected ones do not count. */
export async function tooManyWithdrawals(
  admin: Client,
  { fromMs, players }: { fromMs: number; players: ReadonlyMap<string, string> },
): Promise<string[]> {
  const { rows: changed } = await admin.query<{ value: string }>(
    `select value from setting_change where name = 'withdrawals_per_day'`,
  )
  const most = Math.max(withdrawalsADay, ...changed.map(({ value }) => Number(value)))
  const { rows } = await admin.query<{ player_id: string; count: number }>(
    `select player_id, count(*)::int as count from withdrawal
     where created_at >= $1 and status <> 'rejected' group by player_id`,
    [new Date(fromMs)],
  )
  return rows
    .filter(({ count }) => count > most)
    .map(({ player_id, count }) => `${players.get(player_id)} asked for ${count} withdrawals in a day`)
}
