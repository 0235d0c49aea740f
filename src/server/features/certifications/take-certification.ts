import type { Selectable } from 'kysely'
import { takeCertification } from '#contract/console/certifications'
import { type DocumentKind, reviewLeaseMs, takeRefusal } from '#core/rules/certification'
import type { Tx } from '../../db/database.ts'
import type { Certification } from '../../db/tables.generated.ts'
import { handle } from '../../http/handle.ts'
import { unseal } from '../../sealed.ts'
import { recordAction } from '../operators/record-action.ts'
import { lockReview } from './lock-review.ts'
import { sealedFor } from './sealed-for.ts'

export const takeCertificationHandler = handle(takeCertification, async (context) => {
  const { input, caller, tx, nowMs, config, refuse } = context
  const review = await lockReview(tx, input.id)
  if (!review) return refuse('certification_unknown')
  const refusal = takeRefusal(review, { operatorId: caller.operatorId, nowMs })
  if (refusal) return refuse(refusal)
  const takenUntil = nowMs + reviewLeaseMs
  const row = await tx
    .updateTable('certification')
    .set({ status: 'under_review', taken_by: caller.operatorId, taken_until: new Date(takenUntil) })
    .where('id', '=', input.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAction(context, 'certifications.review', {
    subject: `player:${review.playerId}`,
    before: { certification: input.id, status: review.status, takenBy: review.takenBy },
    after: { certification: input.id, status: row.status, takenBy: row.taken_by },
  })
  return {
    id: row.id,
    playerId: row.player_id,
    account: await accountOf(tx, row.player_id),
    legalName: row.legal_name,
    bornOn: row.born_on,
    country: row.country,
    documentKind: row.document_kind as DocumentKind,
    documentNumber: unseal({ sealed: row.document_sealed, about: sealedFor(row.id), pepper: config.pepper }),
    photoId: row.photo_id,
    alike: await accountsAlike(tx, row),
    takenUntil,
  }
})

async function accountOf(tx: Tx, playerId: string): Promise<string> {
  const player = await tx.selectFrom('player').select('account').where('id', '=', playerId).executeTakeFirstOrThrow()
  return player.account
}

/** A hint, not a verdict: namesakes born on one day exist. */
async function accountsAlike(tx: Tx, { born_on, legal_name, player_id }: Selectable<Certification>): Promise<string[]> {
  const others = await tx
    .selectFrom('certification')
    .innerJoin('player', 'player.id', 'player_id')
    .select('account')
    .distinct()
    .where('born_on', '=', born_on)
    .where((eb) => eb(eb.fn('lower', ['legal_name']), '=', eb.fn('lower', [eb.val(legal_name)])))
    .where('player_id', '<>', player_id)
    .orderBy('account')
    .limit(20)
    .execute()
  return others.map((other) => other.account)
}
