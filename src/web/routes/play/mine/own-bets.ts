import { queryOptions } from '@tanstack/react-query'
import { listBets } from '#contract/play/bets'
import type { GameCode } from '#core/games/catalogue'
import { call } from '../../../client.ts'
import type { ShownBet } from '../../../queries/bets.ts'
import { type OwnBets, hasTwoDraws } from './mine.ts'

/** Somebody with more bets than that on two draws finds the rest among the bet orders. */
const pagesMost = 6

/** The player's bets on the two latest draws of a game that they bet on, and some older ones. */
export const ownBetsQuery = (game: GameCode) =>
  queryOptions({
    queryKey: ['bets', 'own', game],
    queryFn: async (): Promise<OwnBets> => {
      const bets: ShownBet[] = []
      let after: string | null = ''
      for (let page = 0; page < pagesMost && after !== null && !hasTwoDraws(bets); page++) {
        const { items, next }: Awaited<ReturnType<typeof askPage>> = await askPage(game, after)
        bets.push(...items)
        after = next
      }
      return { bets, isCut: after !== null }
    },
  })

const askPage = (game: GameCode, after: string) => call(listBets, { game, ...(after && { after }) })
