import { randomUUID } from 'node:crypto'
import { placeBets } from '#contract/play/bets'
import { currentDraws } from '#contract/play/draws'
import type { Output } from '#contract/endpoint'
import { type Bet, acceptedBet, priceOf, readPlay } from '#core/games/bets'
import type { Family, GameCode } from '#core/games/catalogue'
import { parseCents } from '#core/money/cents'
import type { Slip } from '../../world/members/betting.ts'
import type { Visitor } from '../person.ts'

type Period = NonNullable<Output<typeof currentDraws>['items'][number]['period']>

/** The period of a game that takes bets now. */
export async function periodNow(visitor: Visitor, game: GameCode): Promise<Period> {
  const { items } = await visitor.call(currentDraws, {})
  return items.find((each) => each.game === game)!.period!
}

/** Reads a bet such as `k3.sum_big_small big 2.00`: a play, a selection and the stake on each line, at today's odds. */
export function chosen(text: string) {
  const [play, selection, stake] = text.split(' ') as [string, string, string]
  const read = readPlay({ play, selection })
  if (!read) throw new Error(`no game offers ${text}`)
  return { play, selection, stake: parseCents(stake)!, odds: priceOf(read).oddsHundredths }
}

/** A play of each family with two sides that are drawn about equally often: bets on both by turns pay out little more than was staked. */
export const evenPlays = {
  k3: 'k3.sum_big_small',
  pk10: 'pk10.sum12_big_small',
  ssc: 'ssc.sum_big_small',
  x11_5: 'x11_5.sum_big_small',
} as const satisfies Record<Family, string>

/** Places a slip as the app does. */
export async function bet(
  player: Visitor,
  period: Pick<Period, 'drawId' | 'rules'>,
  { bets, key = randomUUID() }: { bets: readonly string[]; key?: string },
) {
  return player.call(placeBets, { drawId: period.drawId, rules: period.rules, bets: bets.map(chosen) }, key)
}

type Bettor = { readonly account: bigint; readonly playerId: string; readonly periodId: number }

/** A slip with its own idempotency key, for placing without the handler's checks. */
export const slipOf = ({ account, playerId, periodId }: Bettor, bets: readonly Bet[]): Slip => ({
  payer: account,
  owner: account,
  playerId,
  isCertified: true,
  key: randomUUID(),
  periodId,
  bets,
  token: null,
  salts: bets.map(() => randomUUID()),
})

/** A bet on odd, which wins about half the time. */
export const oddFor = (stake: string) =>
  acceptedBet({ play: 'ssc.sum_odd_even', selection: 'odd', stake: parseCents(stake)!, odds: 196 })
