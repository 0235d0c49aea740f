import { sql } from 'kysely'
import { listWithdrawals, viewWithdrawal, withdrawalOptions } from '#contract/money/withdrawals'
import { storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import { type WithdrawalReason, countedDay, leftToWithdraw } from '#core/rules/money/withdrawal'
import type { Queryable } from '../../world/members/database.ts'
import { byTime, pageFrom, readTimePlace, rowsToRead } from '../../db/page.ts'
import { handleRead, handleSnapshot } from '../../services/calls/handle.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { owedBy } from '../../services/ledger/owed.ts'
import { playerById } from '../../services/people/find-player.ts'
import { stepsOf } from '../reviews/steps.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { networkOf, shownWallet, walletKindOf } from '../wallets/queries.ts'
import { askedToday } from './queries.ts'

export const withdrawalOptionsHandler = handleSnapshot(withdrawalOptions, async ({ caller, db, nowMs }) => {
  const settings = await currentSettings(db, nowMs)
  const player = await playerById(db, caller.playerId)
  const available = await balanceOf(db, `player:${player.id}:available`)
  const owed = await owedBy(db, player.id)
  const pausedUntilMs = player.withdrawals_paused_until?.getTime() ?? 0
  return {
    isOpen: settings.withdrawalsOpen,
    // A player who owes more than they have is shown the whole balance; their request is refused with the advice to contact customer service.
    available: leftToWithdraw({ available, owed }) ?? available,
    owed,
    held: await balanceOf(db, `player:${player.id}:held`),
    minimum: settings.withdrawalMin,
    maximum: settings.withdrawalMax,
    feeBps: settings.withdrawalFeeBps,
    timesADay: settings.withdrawalsPerDay,
    timesLeft: Math.max(0, settings.withdrawalsPerDay - (await askedToday(db, player.id, nowMs))),
    countsAnewAt: countedDay(nowMs).untilMs,
    pausedUntil: pausedUntilMs > nowMs ? pausedUntilMs : null,
    hasPaymentPassword: player.payment_hash !== null,
  }
})

export const listWithdrawalsHandler = handleRead(listWithdrawals, async ({ input, caller, db, nowMs }) => {
  const place = readTimePlace(input.after)
  const rows = await withdrawalsOf(db, caller.playerId, nowMs)
    .$if(input.status !== undefined, (query) => query.where('w.status', '=', input.status!))
    .$if(place !== null, (query) => query.where(sql<boolean>`(w.created_at, w.id) < (${place!.at}, ${place!.id})`))
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, { place: byTime, item: summary })
})

export const viewWithdrawalHandler = handleRead(viewWithdrawal, async ({ input, caller, db, nowMs, refuse }) => {
  const row = await withdrawalsOf(db, caller.playerId, nowMs).where('w.id', '=', input.id).executeTakeFirst()
  if (!row) return refuse('withdrawal_unknown')
  return {
    ...summary(row),
    bankName: row.bank_name,
    payoutReference: row.payout_reference,
    reason: row.reason_code ? { code: row.reason_code as WithdrawalReason, text: row.reason_text } : null,
    steps: await stepsOf(db, row.id),
  }
})

function withdrawalsOf(db: Queryable, playerId: string, nowMs: number) {
  return db
    .selectFrom('withdrawal as w')
    .innerJoin('wallet', 'wallet.id', 'w.wallet_id')
    .leftJoin('withdrawal_hold as hold', (join) =>
      join
        .onRef('hold.withdrawal_id', '=', 'w.id')
        .on('hold.ended_at', 'is', null)
        .on('hold.held_until', '>', new Date(nowMs))
        .on('w.status', 'in', ['waiting', 'under_review']),
    )
    .select('hold.held_until')
    .select(['w.id', 'w.amount', 'w.fee', 'w.status', 'w.created_at', 'w.decided_at'])
    .select(['w.payout_reference', 'w.reason_code', 'w.reason_text'])
    .select(['wallet.kind', 'wallet.network', 'wallet.address', 'wallet.card_end', 'wallet.bank_name'])
    .where('w.player_id', '=', playerId)
}

function summary(row: Awaited<ReturnType<ReturnType<typeof withdrawalsOf>['execute']>>[number]) {
  return {
    id: row.id,
    amount: storedCents(row.amount),
    fee: storedCents(row.fee),
    actual: storedCents(row.amount - row.fee),
    status: row.status as ReviewStatus,
    walletKind: walletKindOf(row),
    network: networkOf(row),
    sentTo: shownWallet(row),
    createdAt: row.created_at.getTime(),
    decidedAt: row.decided_at?.getTime() ?? null,
    checkedUntil: row.held_until?.getTime() ?? null,
  }
}
