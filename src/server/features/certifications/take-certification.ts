import type { Selectable } from 'kysely'
import { takeCertification } from '#contract/console/certifications'
import type { DocumentKind } from '#core/rules/certification'
import type { Tx } from '../../db/database.ts'
import type { Certification } from '../../db/tables.generated.ts'
import { handle } from '../../http/handle.ts'
import { unseal } from '../../sealed.ts'
import { recordAction } from '../operators/record-action.ts'
import { takeReview } from '../reviews/take-review.ts'
import { sealedFor } from './sealed-for.ts'

export const takeCertificationHandler = handle(takeCertification, async (context) => {
  const { input, tx, config } = context
  const { before, takenUntilMs: takenUntil } = await takeReview(context, 'certification')
  const row = await tx.selectFrom('certification').selectAll().where('id', '=', input.id).executeTakeFirstOrThrow()
  await recordAction(context, 'certifications.review', {
    subject: `player:${before.playerId}`,
    before: { certification: input.id, status: before.status, takenBy: before.takenBy },
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
