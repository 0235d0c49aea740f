import type { Client } from 'pg'
import { parseCents } from '#core/money/cents'
import type { History } from '../people/history.ts'
import { clockToleranceMs } from './tolerance.ts'

/** A repeat order as the database has it at the end. */
export type Order = {
  readonly id: string
  readonly who: string
  readonly game: string
  /** Its plays and stakes: the same text for an order and for each slip that it placed. */
  readonly slip: string
  readonly stake: bigint
  readonly periods: number
  readonly placed: number
  readonly status: string
  readonly stopsOnWin: boolean
}

/** A slip that was placed on a draw. */
export type PlacedSlip = {
  readonly key: string
  readonly who: string
  readonly drawId: string
  readonly slip: string
  readonly stake: bigint
  readonly atMs: number
}

type Chosen = { readonly play: string; readonly stake: string }

const slipOf = (bets: readonly { play: string; stake: bigint }[]) =>
  bets.map(({ play, stake }) => `${play} ${stake}`).join(', ')

/** Every slip in the database, and every repeat order. */
export async function readSlips(admin: Client, players: ReadonlyMap<string, string>) {
  const { rows: slips } = await admin.query<Omit<PlacedSlip, 'who' | 'stake'> & { player: string; stake: string }>(
    `select key::text, split_part(ref, ':', 2) as player, draw_id as "drawId", sum(stake * line_count)::text as stake,
       string_agg(play || ' ' || stake, ', ' order by place_in_slip) as slip,
       (extract(epoch from min(bet.at)) * 1000)::float8 as "atMs"
     from bet join account on account.id = account_id join period on period.id = period_id
     group by key, ref, draw_id order by draw_id, key`,
  )
  type Row = Omit<Order, 'who' | 'slip' | 'stake'> & { player: string; bets: Chosen[]; stake: string }
  const { rows: orders } = await admin.query<Row>(
    `select id::text, player_id::text as player, game, bets, stake::text, periods, placed, status, stops_on_win as "stopsOnWin"
     from repeat_order order by created_at, id`,
  )
  const who = (player: string) => players.get(player) ?? player
  return {
    slips: slips.map(({ player, stake, ...rest }) => ({ ...rest, who: who(player), stake: BigInt(stake) })),
    orders: orders.map(({ player, bets, stake, ...rest }) => ({
      ...rest,
      who: who(player),
      stake: BigInt(stake),
      slip: slipOf(bets.map((bet) => ({ play: bet.play, stake: parseCents(bet.stake)! }))),
    })),
  }
}

/** The slips that nobody sent: a job placed them for a repeat order. */
export function slipsOfOrders(slips: readonly PlacedSlip[], { told }: History): PlacedSlip[] {
  const sent = new Set(told.flatMap(({ call, key }) => (call === 'bets.place' && key !== null ? [key] : [])))
  return slips.filter(({ key }) => !sent.has(key))
}

/** Every repeat order is what its player was told, placed what it says, and bets on no draw twice. */
export function effectsOfOrders(
  { slips, orders }: { slips: readonly PlacedSlip[]; orders: readonly Order[] },
  history: History,
): string[] {
  const own = slipsOfOrders(slips, history)
  return [
    ...ordersUnlikeTold(orders, history),
    ...orders.flatMap((order) => oddEnding(order, history)),
    ...[...Map.groupBy(own, kindOfSlip)].flatMap(([kind, placed]) => {
      const alike = orders.filter((order) => kindOfOrder(order) === kind)
      return slipsBeyond(placed, alike)
    }),
    ...[...Map.groupBy(orders, kindOfOrder)].flatMap(([kind, alike]) => {
      const found = own.filter((slip) => kindOfSlip(slip) === kind).length
      const said = alike.reduce((sum, { placed }) => sum + placed, 0)
      return found === said ? [] : [`repeat orders of ${kind} say ${said} slips, and ${found} were placed`]
    }),
    ...placedAfterCancelling({ own, orders }, history),
  ]
}

const kindOfSlip = ({ who, drawId, slip }: PlacedSlip) => `${who} on ${drawId.split(':')[0]}: ${slip}`
const kindOfOrder = ({ who, game, slip }: Order) => `${who} on ${game}: ${slip}`

/** Slips that no repeat order, or too few of them, can have placed. */
function slipsBeyond(placed: readonly PlacedSlip[], alike: readonly Order[]): string[] {
  const byDraw = Map.groupBy(placed, ({ drawId }) => drawId)
  const wrongStake = placed.some(({ stake }) => !alike.some((order) => order.stake === stake))
  return [
    ...(wrongStake ? [`${placed[0]!.who} has bets that neither a slip nor a repeat order explains`] : []),
    ...[...byDraw].flatMap(([drawId, some]) =>
      some.length > Math.max(1, alike.length) ? [`a repeat order of ${some[0]!.who} bet twice on ${drawId}`] : [],
    ),
  ]
}

function ordersUnlikeTold(orders: readonly Order[], history: History): string[] {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const accepted = history.accepted('repeatOrders.place')
  const ids = new Set(accepted.map(({ answer }) => (answer as { id: string }).id))
  const undecided = history.told.filter(
    ({ call, outcome, isDecidedAtOnce }) => call === 'repeatOrders.place' && outcome !== 'ok' && !isDecidedAtOnce,
  )
  const unexplained = orders.filter(({ id }) => !ids.has(id))
  return [
    ...accepted.flatMap(({ who, answer, input }) => {
      const { id, held } = answer as { id: string; held: string }
      const order = byId.get(id)
      if (!order) return [`a repeat order of ${who} was accepted and is lost`]
      const asTold =
        order.who === who &&
        order.periods === input.periods &&
        order.stopsOnWin === input.stopsOnWin &&
        order.stake * BigInt(order.periods) === parseCents(held)
      return asTold ? [] : [`repeat order ${id} is not what ${who} was told`]
    }),
    ...(ids.size < accepted.length ? ['two repeat orders were answered with one id'] : []),
    ...unexplained.flatMap(({ who }) =>
      undecided.some((each) => each.who === who) ? [] : [`a repeat order of ${who} was refused and took effect`],
    ),
  ]
}

function oddEnding({ id, who, placed, periods, status, stopsOnWin }: Order, { told }: History): string[] {
  const isAsked = told.some(({ call, input }) => call === 'repeatOrders.cancel' && input.id === id)
  return [
    ...(placed > periods ? [`repeat order ${id} of ${who} placed ${placed} slips instead of ${periods}`] : []),
    ...(status === 'won' && !stopsOnWin
      ? [`repeat order ${id} of ${who} stopped at a win that should not stop it`]
      : []),
    ...(status === 'cancelled' && !isAsked
      ? [`repeat order ${id} of ${who} was cancelled, and nobody asked for it`]
      : []),
  ]
}

/** Judged where the player has no other repeat order with the same slip, of which the bet could be. */
function placedAfterCancelling(
  { own, orders }: { own: readonly PlacedSlip[]; orders: readonly Order[] },
  history: History,
): string[] {
  return history.accepted('repeatOrders.cancel').flatMap(({ who, input, answeredMs }) => {
    const order = orders.find(({ id }) => id === input.id)
    if (!order) return [`${who} cancelled a repeat order that is not there`]
    if (orders.filter((each) => kindOfOrder(each) === kindOfOrder(order)).length > 1) return []
    return own
      .filter((slip) => kindOfSlip(slip) === kindOfOrder(order) && slip.atMs > answeredMs + clockToleranceMs)
      .map(({ drawId }) => `a repeat order of ${who} bet on ${drawId} after it was cancelled`)
  })
}

/** What was set aside was staked or released, to the cent: nothing of it is left once every order has ended. */
export async function setAsideWrong(admin: Client, orders: readonly Order[], players: ReadonlyMap<string, string>) {
  const { rows } = await admin.query<{ player: string; held: string; staked: string; left: string }>(
    `select split_part(ref, ':', 2) as player, sum(amount)::text as left,
       coalesce(sum(amount) filter (where kind = 'repeat_order_hold'), 0)::text as held,
       coalesce(-sum(amount) filter (where kind = 'bet'), 0)::text as staked
     from entry join transfer on number = transfer_number join account on account.id = account_id
     where ref like 'player:%:repeat_order' group by ref`,
  )
  const found = new Map(rows.map(({ player, ...rest }) => [players.get(player), rest]))
  return [...players.values()].flatMap((who) => {
    const own = orders.filter((order) => order.who === who)
    const { held, staked, left } = found.get(who) ?? { held: '0', staked: '0', left: '0' }
    const asked = own.reduce((sum, { stake, periods }) => sum + stake * BigInt(periods), 0n)
    const placed = own.reduce((sum, order) => sum + order.stake * BigInt(order.placed), 0n)
    return BigInt(held) === asked && BigInt(staked) === placed && left === '0'
      ? []
      : [`repeat orders of ${who}: ${held} of ${asked} were held, ${staked} of ${placed} staked, and ${left} is left`]
  })
}
