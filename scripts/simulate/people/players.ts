import { playerApi } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { priceOf, readPlay } from '#core/games/bets'
import { games } from '#core/games/catalogue'
import { allMarkets } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { paymentPassword } from '#server/testing/money'
import { PushService } from '../house/push-service.ts'
import { weighted, type Dice } from '../world/dice.ts'
import { type Fields, type KnownIds, inputFor } from './inputs.ts'
import type { Person, World } from './person.ts'

type PlayerName = keyof typeof playerApi

/** What a player has to use in forms. */
export type Belongings = { readonly walletId: string; readonly voucherIds: string[] }

/** How often players make a call; every call that is not named here has a weight of its own by its method. */
const weights: Partial<Record<PlayerName, number>> = {
  'bets.place': 260,
  'repeatOrders.place': 40,
  'repeatOrders.cancel': 15,
  'withdrawals.request': 40,
  'deposits.request': 25,
  'bets.list': 20,
  'accounts.me': 20,
  'statement.list': 15,
  'play-limits.set': 12,
  'deposit-limits.set': 6,
  'exclusions.begin': 1,
  'accounts.close': 1,
  'uploads.add': 12,
  'push.subscribe': 12,
  'push.unsubscribe': 4,
}

const readWeight = 3
const writeWeight = 2

const playerCalls = Object.fromEntries(
  Object.entries<Endpoint>(playerApi).map(([name, call]) => [
    name,
    weights[name as PlayerName] ?? (call.method === 'GET' ? readWeight : writeWeight),
  ]),
) as Record<PlayerName, number>

type Period = { drawId: string; rules: string; opensAt: string; closesAt: string; status: string }
type Current = { items: { game: string; period: Period | null }[] }

/** Most slips are on few games, so that players meet on the same draws; repeat orders on the quick ones, so that they end soon. */
const popular: readonly string[] = ['k3_5m', 'speed_11x5', 'speed_racing']
const all: readonly string[] = games.map(({ code }) => code)
const quick = ['speed_11x5', 'speed_racing']
const lastMomentsMs = 20_000

/** Acts again and again until `isOver`. */
export async function play(
  person: Person,
  world: World,
  { own, isOver }: { own: Belongings; isOver(): boolean },
): Promise<void> {
  const { time, ids } = world
  const { dice } = person
  let draws: Current | null = null
  while (!isOver()) {
    await time.sleep(dice.below(9_000))
    const name = weighted(dice, playerCalls)
    if (name === 'bets.place' || name === 'repeatOrders.place') {
      if (!draws || dice.chance(1, 3)) {
        const told = await person.call('draws.current', {})
        if (told.outcome === 'ok') draws = told.answer as Current
      }
      const chosen =
        draws && drawAmong(dice, draws, name === 'bets.place' ? (dice.chance(2, 3) ? popular : all) : quick)
      if (!chosen) continue
      const slip = slipOn(dice, chosen)
      // Many bet at the last moment, and some of them are too late.
      const leftMs = Date.parse(chosen.period.closesAt) - time.nowMs
      if (leftMs > 0 && leftMs < lastMomentsMs && dice.chance(2, 3))
        await time.sleep(Math.max(0, leftMs - 1_000) + dice.below(2_500))
      const more = name === 'bets.place' ? {} : { periods: 2 + dice.below(2), stopsOnWin: dice.chance(1, 2) }
      await person.call(name, { ...slip, ...more })
      continue
    }
    const input = await formFor(person, name, { own, ids })
    if (input) await person.call(name, input)
    // Somebody who is in a hurry presses twice, or from several devices at once; each is a request of its own.
    const presses = name === 'withdrawals.request' && dice.chance(1, 3) ? 5 : dice.chance(1, 12) ? 2 : 0
    if (input) await Promise.all(Array.from({ length: presses }, () => person.call(name, input)))
  }
}

/** Forms that need what the player has; every other call is filled in from its schema. */
async function formFor(
  person: Person,
  name: PlayerName,
  { own, ids }: { own: Belongings; ids: KnownIds },
): Promise<Fields | null> {
  const { dice } = person
  const call: Endpoint = playerApi[name]
  if (name === 'withdrawals.request')
    return { walletId: own.walletId, amount: dice.pick(['10.00', '25.00', '120.00', '5000.00']), paymentPassword }
  if (name === 'deposits.request') {
    const options = await person.call('deposits.options', {})
    const [address] = (options.answer as { usdt?: { receivingId: string }[] } | null)?.usdt ?? []
    const voucherId = own.voucherIds.pop()
    if (options.outcome !== 'ok' || !address || !voucherId) return null
    const reference = Buffer.from(dice.bytes(32)).toString('hex')
    return { receivingId: address.receivingId, amount: dice.pick(['20.00', '50.00', '900.00']), reference, voucherId }
  }
  if (name === 'push.subscribe') return PushService.subscription(dice)
  if (name === 'play-limits.set' || name === 'deposit-limits.set')
    return { ...inputFor(call, dice, ids), amount: dice.pick([null, '20.00', '60.00', '200.00', '1000.00']) }
  return inputFor(call, dice, ids)
}

type Shown = { readonly game: string; readonly period: Period }

/** A draw that is shown as open, or was a moment ago. */
function drawAmong(dice: Dice, { items }: Current, among: readonly string[]): Shown | null {
  const shown = items.flatMap(({ game, period }) => (period && among.includes(game) ? [{ game, period }] : []))
  return shown.length > 0 ? dice.pick(shown) : null
}

function slipOn(dice: Dice, { game, period }: Shown): Fields {
  const { family } = games.find(({ code }) => code === game)!
  const bets = Array.from({ length: 1 + dice.below(3) }, () => betIn(dice, family))
  return { drawId: period.drawId, rules: period.rules, bets }
}

function betIn(dice: Dice, family: string): Fields {
  const market = dice.pick(allMarkets.filter((each) => each.family === family))
  const play = playCode(market, dice.pick(positionsOf(market)))
  const selection = dice.pick(market.selections)
  const read = readPlay({ play, selection })
  if (!read) throw new Error(`no game offers ${play} ${selection}`)
  const stake = dice.pick(['1.00', '2.00', '5.00', '10.00', '1.00'])
  return { play, selection, stake, odds: priceOf(read).oddsHundredths }
}
