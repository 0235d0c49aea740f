import { sql } from 'kysely'
import { currentCards, listReceiving } from '#contract/console/receiving'
import type { Network } from '#core/rules/money/wallet'
import type { Queryable } from '../../world/members/database.ts'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'

export const listReceivingHandler = handleRead(listReceiving, async ({ input, db }) => {
  const place = readTimePlace(input.after)
  const rows = await withPeople(db)
    .$if(place !== null, (query) => query.where(sql<boolean>`(r.valid_from, r.id) < (${place!.at}, ${place!.id})`))
    .orderBy('r.valid_from', 'desc')
    .orderBy('r.id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, { place: (row) => timePlace({ at: row.valid_from, id: row.id }), item: shown })
})

export const currentCardsHandler = handleRead(currentCards, async ({ db, nowMs }) => {
  const rows = await withPeople(db)
    .where('r.kind', '=', 'bank')
    .where('retired_at', 'is', null)
    .where('valid_from', '<=', new Date(nowMs))
    .where('valid_until', '>', new Date(nowMs))
    .orderBy('valid_until', 'desc')
    .execute()
  return { items: rows.map(shown) }
})

function withPeople(db: Queryable) {
  return db
    .selectFrom('receiving_account as r')
    .leftJoin('proposal', 'proposal.id', 'r.proposal_id')
    .leftJoin('operator as proposer', 'proposer.id', 'proposal.proposed_by')
    .leftJoin('operator as approver', 'approver.id', 'proposal.decided_by')
    .selectAll('r')
    .select(['proposer.account as proposed_by', 'approver.account as approved_by'])
}

function shown(row: Awaited<ReturnType<ReturnType<typeof withPeople>['execute']>>[number]) {
  return {
    id: row.id,
    kind: row.kind as 'usdt' | 'bank',
    network: row.network as Network | null,
    address: row.address,
    bankName: row.bank_name,
    bankAddress: row.bank_address,
    cardNumber: row.card_number,
    routing: row.routing,
    cardholder: row.cardholder,
    validFrom: row.valid_from.getTime(),
    validUntil: row.valid_until?.getTime() ?? null,
    retiredAt: row.retired_at?.getTime() ?? null,
    proposedBy: row.proposed_by,
    approvedBy: row.approved_by,
  }
}
