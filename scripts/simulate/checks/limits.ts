import type { Client } from 'pg'
import { parseCents } from '#core/money/cents'
import type { History, Told } from '../people/history.ts'
import { clockToleranceMs } from './tolerance.ts'

/** A movement of what a player may stake, in the order in which the player's accounts had them. */
export type Move = {
  readonly who: string
  readonly atMs: number
  readonly kind: 'bet' | 'payout' | 'refund' | 'rebate'
  readonly amount: bigint
}

/** Stakes of slips and of repeat orders, and what came back of them. */
async function movesOf(admin: Client, players: ReadonlyMap<string, string>): Promise<Move[]> {
  const { rows } = await admin.query<{ player: string; atMs: number; kind: Move['kind']; amount: string }>(
    `select split_part(ref, ':', 2) as player, (extract(epoch from entry.at) * 1000)::float8 as "atMs", kind, amount::text
     from entry join transfer on number = transfer_number join account on account.id = account_id
     where kind in ('bet', 'payout', 'refund', 'rebate') and (ref like 'player:%:available' or ref like 'player:%:repeat_order')
     order by entry.id`,
  )
  return rows.flatMap(({ player, amount, ...rest }) => {
    const who = players.get(player)
    return who ? [{ ...rest, who, amount: BigInt(amount) }] : []
  })
}

/** Stakes, losses and top-ups within the limits that a player set. */
export async function limitsBroken(
  admin: Client,
  history: History,
  players: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { rows } = await admin.query<{ id: string; received: string | null }>(
    `select id::text, received::text from deposit where status <> 'rejected'`,
  )
  const kept = new Map(rows.map(({ id, received }) => [id, received === null ? null : BigInt(received)]))
  return [...playLimitsBroken(await movesOf(admin, players), history), ...depositLimitsBroken(kept, history)]
}

/** Raising a limit waits for a day, so one that was set holds at least so tightly until the end of the run. */
const limitsSet = (history: History, call: string) =>
  history.accepted(call).flatMap((told) => {
    const limit = typeof told.input.amount === 'string' ? parseCents(told.input.amount) : null
    return limit === null ? [] : [{ ...told, limit }]
  })

/**
 * What came back by then is taken off in full: of an account's entries, each has all that the account had before it. A stake that was
 * given back counts no longer.
 */
export function playLimitsBroken(moves: readonly Move[], history: History): string[] {
  return limitsSet(history, 'play-limits.set').flatMap(({ who, input, limit, answeredMs }) => {
    let used = 0n
    for (const move of moves) {
      if (move.who !== who) continue
      const counts = move.kind === 'bet' || move.kind === 'refund' || input.kind === 'loss'
      if (counts) used -= move.amount
      const isAfterwards = move.atMs > answeredMs + clockToleranceMs
      if (move.kind === 'bet' && isAfterwards && used > limit)
        return [`${who} set a limit of ${limit} on ${String(input.kind)} and came to ${used} within a day`]
    }
    return []
  })
}

/** A top-up counts by its request, and one that was accepted before another was sent comes before it. Rejected ones do not count. */
export function depositLimitsBroken(kept: ReadonlyMap<string, bigint | null>, history: History): string[] {
  const amountOf = ({ input }: Told) => parseCents(String(input.amount)) as bigint
  const asked = history.told.filter(({ call, key }) => call === 'deposits.request' && kept.has(key!))
  return limitsSet(history, 'deposit-limits.set').flatMap(({ who, limit, answeredMs }) => {
    const own = asked.filter((each) => each.who === who)
    return own.flatMap((last) => {
      if (last.arrivedMs <= answeredMs) return []
      const before = own.filter((each) => each.answeredMs < last.arrivedMs)
      // What a reviewer found to have arrived counts once it was decided, which may have been before or after.
      const used = before.reduce(
        (sum, each) => sum + least(amountOf(each), kept.get(each.key!) ?? null),
        amountOf(last),
      )
      return used > limit ? [`${who} set a limit of ${limit} on top-ups and asked for ${used} within a day`] : []
    })
  })
}

const least = (asked: bigint, received: bigint | null) => (received !== null && received < asked ? received : asked)
