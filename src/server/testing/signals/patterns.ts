import { type SignalRule, signalRules } from '#core/signals/rules'
import { type Choices, type Town, times } from './town.ts'

const { hourMs, dayMs } = times

/** The networks of the town: where people live, and a country that they may travel to. */
export const ranges = ['10.0.0.0/8 VN', '172.16.0.0/12 TH']

const play = 'ssc.sum_odd_even'

/** What was planted: the rule that must find it, and whom it is about. */
export type Planted = { readonly rule: SignalRule; readonly playerIds: readonly string[] }

/** The address of a home that nobody else has. */
const home = (number: number) => `10.${1 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
const abroad = (number: number) => `172.16.${(number >> 8) & 255}.${number & 255}`

const dollars = (whole: number) => BigInt(whole) * 100n

/** Bets of a player, so spread that they stake about so much in the last day. */
function plays(
  town: Town,
  choose: Choices,
  { playerId, cents, bets = 8 }: { playerId: string; cents: bigint; bets?: number },
) {
  for (let at = 0; at < bets; at++)
    town.bet(playerId, choose.below(town.periods.length), {
      play: choose.chance(400) ? play : 'ssc.position_number@1',
      selection: choose.chance(500) ? 'odd' : 'even',
      cents: cents / BigInt(bets),
    })
}

type Living = { readonly playerId: string; readonly home: string }

/** The log-ins of an ordinary life, and a wallet. */
function live(town: Town, choose: Choices, { playerId, home: address }: Living): string {
  const { nowMs } = town
  const browser = choose.hash()
  for (let day = 6; day >= 1; day -= choose.between(1, 3))
    town.logIn(playerId, nowMs - day * dayMs + choose.below(8) * hourMs, { address, browser })
  return town.wallet(playerId, nowMs - choose.between(2, 6) * dayMs)
}

/** People who did nothing wrong, some of whom look as if they had: couples, travellers, new telephones, second thoughts. */
export function settleHonest(town: Town, choose: Choices, count: number): void {
  const { nowMs } = town
  for (let number = 0; number < count; number++) {
    const playerId = town.person('honest')
    // Every tenth home has two players, and every fortieth person plays in the same café as others.
    const wallet = live(town, choose, { playerId, home: home(number % 10 === 1 ? number - 1 : number) })
    if (number % 40 === 3) town.logIn(playerId, nowMs - 2 * dayMs, { address: '10.200.0.1' })
    // One in a hundred travels.
    if (number % 100 === 17) town.logIn(playerId, nowMs - 3 * dayMs, { address: abroad(number) })
    const paid = dollars(choose.between(20, 900))
    for (let times = choose.between(1, 3); times > 0; times--)
      town.deposit(playerId, nowMs - times * dayMs - hourMs, paid)
    const isSecondThought = number % 200 === 31
    plays(town, choose, { playerId, cents: isSecondThought ? dollars(1) : paid * BigInt(choose.between(1, 4)) })
    if (isSecondThought || choose.chance(400))
      town.withdraw(playerId, nowMs - choose.between(1, 20) * hourMs, {
        cents: isSecondThought ? paid * 2n : dollars(choose.between(20, 400)),
        wallet,
      })
    if (number % 100 === 53) town.device(playerId, nowMs - choose.between(2, 40) * hourMs)
  }
}

/** So many of each pattern, with the people in it. */
export function plant(town: Town, choose: Choices, count: number): Planted[] {
  const planted: Planted[] = []
  let number = 1_000_000
  const newcomer = (kind: string) => {
    const playerId = town.person(kind)
    return { playerId, wallet: live(town, choose, { playerId, home: home(number++) }) }
  }
  for (let at = 0; at < count; at++)
    for (const rule of signalRules) planted.push({ rule, playerIds: sow[rule]({ town, choose, at, newcomer }) })
  return planted
}

type Sowing = {
  readonly town: Town
  readonly choose: Choices
  readonly at: number
  newcomer(kind: string): { playerId: string; wallet: string }
}

const sow: Readonly<Record<SignalRule, (sowing: Sowing) => string[]>> = {
  wallet: ({ town, choose, newcomer }) => {
    const fingerprint = choose.hash()
    return Array.from({ length: choose.between(3, 5) }, (_, place) => {
      const { playerId } = newcomer('ring')
      town.wallet(playerId, town.nowMs - (6 - place) * hourMs, fingerprint)
      return playerId
    })
  },
  unplayed: ({ town, choose, newcomer }) => {
    const { playerId, wallet } = newcomer('passing')
    const paid = dollars(choose.between(500, 3_000))
    town.deposit(playerId, town.nowMs - 2 * dayMs, paid)
    plays(town, choose, { playerId, cents: paid / 20n, bets: 2 })
    town.withdraw(playerId, town.nowMs - hourMs, { cents: (paid * 9n) / 10n, wallet })
    return [playerId]
  },
  sides: ({ town, choose, at, newcomer }) => {
    const pair = [newcomer('side').playerId, newcomer('side').playerId]
    const shared = { address: `10.250.${at}.1`, browser: choose.hash() }
    // By the network address, by the browser, or by a wallet.
    for (const playerId of pair) {
      if (at % 3 === 0) town.logIn(playerId, town.nowMs - dayMs, { address: shared.address })
      if (at % 3 === 1)
        town.logIn(playerId, town.nowMs - dayMs, {
          address: `10.251.${at}.${choose.between(1, 250)}`,
          browser: shared.browser,
        })
      if (at % 3 === 2) town.wallet(playerId, town.nowMs - dayMs, shared.browser)
    }
    for (let draw = choose.between(3, 6); draw > 0; draw--) {
      const period = town.periods.length - draw * 5
      town.bet(pair[0]!, period, { play, selection: 'odd', cents: dollars(choose.between(10, 80)) })
      town.bet(pair[1]!, period, { play, selection: 'even', cents: dollars(choose.between(10, 80)) })
    }
    return pair
  },
  parts: ({ town, choose, at, newcomer }) => {
    const { playerId, wallet } = newcomer('parts')
    for (let part = 0; part < 3; part++) {
      const [ms, cents] = [town.nowMs - (3 - part) * 20 * hourMs, dollars(choose.between(4_000, 5_000))]
      if (at % 2 === 0) town.withdraw(playerId, ms, { cents, wallet })
      else town.deposit(playerId, ms, cents)
    }
    return [playerId]
  },
  device: ({ town, choose, newcomer }) => {
    const { playerId, wallet } = newcomer('device')
    const askedMs = town.nowMs - choose.between(1, 12) * hourMs
    town.device(playerId, askedMs - choose.between(1, 20) * hourMs)
    town.withdraw(playerId, askedMs, { cents: dollars(choose.between(100, 900)), wallet })
    return [playerId]
  },
  country: ({ town, at, newcomer }) => {
    const { playerId } = newcomer('elsewhere')
    town.logIn(playerId, town.nowMs - hourMs, { address: abroad(60_000 + at) })
    return [playerId]
  },
}
