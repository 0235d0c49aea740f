import { storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import { alikeBelow, shareDiffering } from '#core/rules/money/voucher'
import type { Queryable } from '../../world/members/database.ts'

const dayMs = 24 * 3_600_000

/**
 * A copy is made soon after its original or claims a similar amount; comparing every voucher ever sent would take too
 * long.
 */
const nearInTimeMs = 7 * dayMs
const comparedMost = 1_000

/** Other vouchers that show nearly the same picture, nearest first, for the reviewer to compare. */
export async function alikeVouchers(db: Queryable, depositId: string) {
  const own = await db
    .selectFrom('deposit')
    .innerJoin('voucher_print', 'upload_id', 'voucher_id')
    .select(['amount', 'created_at', 'pixels'])
    .where('id', '=', depositId)
    .executeTakeFirst()
  if (!own) return []
  const tenth = own.amount / 10n
  const others = await db
    .selectFrom('deposit as d')
    .innerJoin('voucher_print', 'upload_id', 'd.voucher_id')
    .innerJoin('player', 'player.id', 'd.player_id')
    .select(['d.id', 'd.voucher_id', 'd.amount', 'd.status', 'pixels', 'player.account'])
    .where('d.id', '<>', depositId)
    .where((eb) =>
      eb.or([
        eb.and([eb('d.amount', '>=', own.amount - tenth), eb('d.amount', '<=', own.amount + tenth)]),
        eb('d.created_at', '>', new Date(own.created_at.getTime() - nearInTimeMs)),
      ]),
    )
    .orderBy('d.created_at', 'desc')
    .limit(comparedMost)
    .execute()
  return others
    .map(({ pixels, ...other }) => ({ ...other, differing: shareDiffering(own.pixels, pixels) }))
    .filter(({ differing }) => differing < alikeBelow)
    .sort((a, b) => a.differing - b.differing)
    .map(({ id, account, voucher_id, amount, status, differing }) => ({
      id,
      account,
      voucherId: voucher_id,
      amount: storedCents(amount),
      status: status as ReviewStatus,
      differing,
    }))
}
