import type { AppWithoutBetting } from '../../../world/app.ts'
import type { Betting, Bettor, OpenPeriod, Placed, Slip } from '../../../world/members/betting.ts'
import { openBatches } from './batches.ts'
import { openPeriods } from './open-periods.ts'
import { asRefusal } from '../../../services/ledger/post.ts'
import { retried } from '../../../db/database.ts'
import { placeClaimed } from './place-batch.ts'
import { openPlacedNotifier } from './tell-placed.ts'

/** How many bettors are cached; then the cache is emptied. */
const bettorsMost = 100_000

/** Opens the batches' connections at start, so that the first bets wait for none. */
export function openBetting(app: AppWithoutBetting): Betting {
  const bettors = new Map<string, Bettor>()
  const batches = openBatches(app)
  const periods = openPeriods(app)
  const tellPlaced = openPlacedNotifier(app)
  const remember = (slip: Slip, { firstSeq }: Placed, { drawId, closesAtMs }: OpenPeriod) => {
    app.logMark.noteBets({ periodId: slip.periodId, bets: firstSeq! + slip.bets.length, closesAtMs })
    tellPlaced({ drawId, playerId: slip.playerId })
  }
  return {
    place: async (slip, period) => {
      const placed = await batches.place(slip, period.drawId)
      if (placed.outcome === 'accepted') remember(slip, placed, period)
      return placed
    },
    placeClaimed: async (slip, period) => {
      const placed = await retried(app.random, () => placeClaimed(app, slip)).catch((error: unknown) => {
        throw asRefusal(error)
      })
      if (placed.outcome === 'accepted') remember(slip, placed, period)
      return placed
    },
    openPeriod: periods.find,
    underWay: new Map(),
    waiting: batches.waiting,
    onBatch: batches.onBatch,
    bettor: async (playerId) => {
      const known = bettors.get(playerId)
      if (known) return known
      const account = await availableAccount(app, playerId)
      if (account === null) return null
      const found = { account, isCertified: false }
      if (bettors.size >= bettorsMost) bettors.clear()
      bettors.set(playerId, found)
      return found
    },
  }
}

async function availableAccount({ db }: Pick<AppWithoutBetting, 'db'>, playerId: string): Promise<bigint | null> {
  const row = await db.query
    .selectFrom('account')
    .select('id')
    .where('ref', '=', `player:${playerId}:available`)
    .executeTakeFirst()
  return row?.id ?? null
}
