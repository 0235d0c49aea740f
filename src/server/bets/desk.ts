import type { App } from '../app.ts'
import { markOf } from '../fairness/log-mark.ts'
import { openLane } from './lane.ts'
import { type OpenPeriod, openPeriod } from './open-periods.ts'
import { asRefusal } from '../ledger/post.ts'
import { retried } from '../db/database.ts'
import { type Placed, type Slip, placeClaimed } from './place-batch.ts'
import { openTeller } from './tell-placed.ts'

/** Where bets are taken: one per app. */
export type Desk = {
  place(slip: Slip, period: OpenPeriod): Promise<Placed>
  /** The same for the bet of a chase, under its claim. Alone, since a claim's row is locked with it. */
  placeClaimed(slip: Slip, period: OpenPeriod): Promise<Placed>
  openPeriod(drawId: string): Promise<OpenPeriod | null>
  /** Whoever bets; null where nothing was ever paid into their account. */
  bettor(playerId: string): Promise<Bettor | null>
}

/** The number of a player's account never changes; certified is what somebody stays who is. */
type Bettor = { readonly account: bigint; isCertified: boolean }

/** How many are remembered. */
const bettorsMost = 100_000

const desks = new WeakMap<App, Desk>()

export function deskOf(app: App): Desk {
  const known = desks.get(app)
  if (known) return known
  const bettors = new Map<string, Bettor>()
  const lane = openLane(app)
  const mark = markOf(app)
  const tellPlaced = openTeller(app)
  const remember = (slip: Slip, { firstSeq }: Placed, { drawId, closesAtMs }: OpenPeriod) => {
    mark.noteBets({ periodId: slip.periodId, bets: firstSeq! + slip.bets.length, closesAtMs })
    tellPlaced({ drawId, playerId: slip.playerId })
  }
  const desk: Desk = {
    place: async (slip, period) => {
      const placed = await lane.place(slip)
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
    openPeriod: (drawId) => openPeriod(app, drawId),
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
  desks.set(app, desk)
  return desk
}

async function availableAccount({ db }: App, playerId: string): Promise<bigint | null> {
  const row = await db.query
    .selectFrom('account')
    .select('id')
    .where('ref', '=', `player:${playerId}:available`)
    .executeTakeFirst()
  return row?.id ?? null
}
