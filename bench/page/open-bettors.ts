import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bet, Betting } from './bettors.ts'

/** What the bettors saw, and the processor time of this process for each of their requests, in microseconds. */
export type Served = Bet & { readonly cpuUs: number }

export type Bettors = { send(betting: Omit<Betting, 'tellsWarm'>): Promise<Served>; close(): void }

/** Starts the process that sends bets to servers of this one. */
export function openBettors(): Bettors {
  const program = fork(fileURLToPath(new URL('./bettors.ts', import.meta.url)))
  return {
    send: async (betting) => {
      program.send({ ...betting, tellsWarm: true } satisfies Betting)
      await once(program, 'message')
      const before = process.cpuUsage()
      const [bet] = (await once(program, 'message')) as [Bet]
      const { user, system } = process.cpuUsage(before)
      if (Object.keys(bet.failed).length > 0) throw new Error(`requests failed: ${JSON.stringify(bet.failed)}`)
      return { ...bet, cpuUs: (user + system) / bet.requests }
    },
    close: () => program.disconnect(),
  }
}
