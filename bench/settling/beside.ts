import { performance } from 'node:perf_hooks'
import { openBatches } from '#server/features/bets/placing/batches'
import { benchDraw, type BetHouse, someSlip } from '../bet-house.ts'
import type { Report } from '../figure.ts'
import { paced, percentiles } from '../plain.ts'

const rate = 2_000
/** How long bets are measured with nothing beside them, before and after. */
const seconds = Number(process.env.BENCH_SECONDS ?? 10)

export type Beside = {
  /** What goes on beside the bets, for the names of the figures. */
  readonly name: string
  work(): Promise<unknown>
}

/** Measures bets of the same players while other work goes on, against bets just before and after it; returns the seconds it took. */
export async function beside(house: BetHouse, { name, work }: Beside, { figure, progress }: Report): Promise<number> {
  const batches = openBatches(house.app)
  const place = async (at: number) => {
    const { outcome } = await batches.place(someSlip(house, at), benchDraw)
    if (outcome !== 'accepted') throw new Error(`a bet was refused: ${outcome}`)
  }
  const alone = () => {
    const endsMs = performance.now() + seconds * 1000
    return paced({ rate, isOver: () => performance.now() >= endsMs }, place)
  }
  progress(`2,000 bets a second alone, before ${name}`)
  await alone()
  const before = await alone()
  progress(`2,000 bets a second beside ${name}`)
  const startedMs = performance.now()
  let isDone = false
  const working = work().finally(() => (isDone = true))
  const meanwhile = await paced({ rate, isOver: () => isDone }, place)
  await working
  const took = (performance.now() - startedMs) / 1000
  progress(`2,000 bets a second alone, after ${name}`)
  const without = percentiles([...before, ...(await alone())])
  const within = percentiles(meanwhile)
  for (const part of ['p50', 'p99'] as const)
    figure({
      name: `${part} of 2,000 bets/s beside ${name}`,
      value: within[part],
      unit: 'ms',
      against: { name: 'before and after', value: without[part] },
      ...(part === 'p99' && { goal: { most: 2 } }),
    })
  return took
}
