import { performance } from 'node:perf_hooks'
import { placeBatch } from '#server/features/bets/placing/place-batch'
import { type BetHouse, someSlip } from '../bet-house.ts'
import { median, type Report } from '../figure.ts'
import { betsOfAMonth, liveThroughAMonth, setAllLimits, usedInAMonth } from './limited-player.ts'

/** Players of the house: one with limits and a month of bets, and one with neither. */
const [limited, free] = [1, 2]
const times = 101
/** The other slips of a batch. */
const others = 63

type Betting = { readonly house: BetHouse; place(player: number): (at: number) => Promise<void> }

/** What a bet of a player with limits and many bets costs, alone and to the others in its batch. */
export async function limits({ house, place }: Betting, { figure, progress }: Report): Promise<void> {
  progress(`${betsOfAMonth} bets of one player in a month`)
  await liveThroughAMonth(house, limited)
  await setAllLimits(house, limited)
  const used = await usedInAMonth(house, limited)
  if (used < BigInt(betsOfAMonth) * 100n) throw new Error(`only ${used} cents count against the limits`)
  progress('bets of who has limits and of who has none, in turns')
  const alone = await took((player) => place(player)(0))
  figure({
    name: `a bet of who has six limits and ${betsOfAMonth} bets in the month`,
    value: alone.limited,
    unit: 'ms',
    against: { name: 'of who has none', value: alone.free },
    goal: { most: 2 },
  })
  const batch = await took(async (player) => {
    const slips = Array.from({ length: others }, (_, at) => someSlip(house, at, at + 10))
    const placed = await placeBatch(house.app, [...slips, someSlip(house, 0, player)], house.app.db.bettingPool)
    if (placed.some(({ outcome }) => outcome !== 'accepted')) throw new Error('a bet of the batch was refused')
  })
  figure({
    name: `${others} bets of others in one batch with it`,
    value: batch.limited,
    unit: 'ms',
    against: { name: 'with a bet of who has no limits', value: batch.free },
  })
}

/** Medians of what takes turns between the two players. */
async function took(work: (player: number) => Promise<unknown>): Promise<{ limited: number; free: number }> {
  const seen = { limited: [] as number[], free: [] as number[] }
  const timed = async (player: number) => {
    const startedMs = performance.now()
    await work(player)
    return performance.now() - startedMs
  }
  for (let time = 0; time < times; time++) {
    seen.limited.push(await timed(limited))
    seen.free.push(await timed(free))
  }
  return { limited: median(seen.limited), free: median(seen.free) }
}
