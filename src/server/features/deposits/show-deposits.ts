import { sql } from 'kysely'
import { depositOptions, listDeposits, viewDeposit } from '#contract/money/deposits'
import { storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import type { DepositCurrency, DepositReason } from '#core/rules/money/deposit'
import type { Queryable } from '../../world/members/database.ts'
import { byTime, pageFrom, readTimePlace, rowsToRead } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { playerById } from '../../services/people/find-player.ts'
import { roomLeft } from '../deposit-limits/limits-of.ts'
import { cardGivenTo, currentAddresses, shownDestination } from '../receiving/receiving-accounts.ts'
import { stepsOf } from '../reviews/steps.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { networkOf } from '../wallets/queries.ts'
import { depositObstacle } from './deposit-obstacle.ts'

export const depositOptionsHandler = handleRead(depositOptions, async ({ caller, db, nowMs }) => {
  const { depositMin, depositsOpen } = await currentSettings(db, nowMs)
  return {
    minimum: depositMin,
    room: await roomLeft(db, caller.playerId, nowMs),
    usdt: await currentAddresses(db, nowMs),
    card: await cardGivenTo(db, caller.playerId, nowMs),
    blockedBy: depositsOpen
      ? await depositObstacle(db, await playerById(db, caller.playerId), nowMs)
      : 'transactions_restricted',
  }
})

export const listDepositsHandler = handleRead(listDeposits, async ({ input, caller, db }) => {
  const place = readTimePlace(input.after)
  const rows = await depositsOf(db, caller.playerId)
    .$if(input.status !== undefined, (query) => query.where('d.status', '=', input.status!))
    .$if(place !== null, (query) => query.where(sql<boolean>`(d.created_at, d.id) < (${place!.at}, ${place!.id})`))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, { place: byTime, item: summary })
})

export const viewDepositHandler = handleRead(viewDeposit, async ({ input, caller, db, refuse }) => {
  const row = await depositsOf(db, caller.playerId).where('d.id', '=', input.id).executeTakeFirst()
  if (!row) return refuse('deposit_unknown')
  return {
    ...summary(row),
    reference: row.reference,
    voucherId: row.voucher_id,
    sentTo: shownDestination(row),
    reason: row.reason_code ? { code: row.reason_code as DepositReason, text: row.reason_text } : null,
    steps: await stepsOf(db, row.id),
  }
})

function depositsOf(db: Queryable, playerId: string) {
  return db
    .selectFrom('deposit as d')
    .innerJoin('receiving_account as r', 'r.id', 'd.receiving_id')
    .leftJoin('deposit_reversal as reversal', 'reversal.deposit_id', 'd.id')
    .select(['d.id', 'd.currency', 'd.amount', 'd.received', 'd.status', 'd.created_at', 'd.decided_at'])
    .select(['d.reference', 'd.voucher_id', 'd.reason_code', 'd.reason_text'])
    .select(['r.network', 'r.address', 'r.card_number', 'reversal.at as reversed_at'])
    .where('d.player_id', '=', playerId)
}

function summary(row: Awaited<ReturnType<ReturnType<typeof depositsOf>['execute']>>[number]) {
  return {
    id: row.id,
    currency: row.currency as DepositCurrency,
    network: networkOf(row),
    amount: storedCents(row.amount),
    actual: row.received === null ? null : storedCents(row.received),
    status: row.status as ReviewStatus,
    createdAt: row.created_at.getTime(),
    decidedAt: row.decided_at?.getTime() ?? null,
    reversedAt: row.reversed_at?.getTime() ?? null,
  }
}
