import type { Selectable } from 'kysely'
import { releaseCertification, takeCertification, viewCertification } from '#contract/console/certifications'
import type { CertificationStatus, DocumentKind, RejectionReason } from '#core/rules/certification'
import type { RunningConfig } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import type { Certification } from '../../world/members/tables.generated.ts'
import { handle } from '../../services/calls/handle.ts'
import { unseal } from '../../world/secrets/sealed.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { leaseOf } from '../reviews/queue.ts'
import { releaseReview } from '../reviews/release-review.ts'
import { takeReview } from '../reviews/take-review.ts'
import { sealedFor } from './sealed-for.ts'

export const takeCertificationHandler = handle(takeCertification, async (context) => {
  const { input, tx, publish } = context
  const { before, takenUntilMs: takenUntil } = await takeReview(context, 'certification')
  const row = (await findCertification(tx, input.id))!
  await recordAction(context, 'certifications.review', {
    subject: `player:${before.playerId}`,
    before: { certification: input.id, status: before.status, takenBy: before.takenBy },
    after: { certification: input.id, status: row.status, takenBy: row.taken_by },
  })
  if (before.status === 'waiting')
    publish({
      audience: `player:${row.player_id}`,
      kind: 'review.changed',
      body: { kind: 'certification', id: row.id, status: 'under_review' },
    })
  return { ...(await aboutCertification(context, row)), takenUntil }
})

export const releaseCertificationHandler = handle(releaseCertification, async (context) => {
  await releaseReview(context, 'certification')
  return {}
})

export const viewCertificationHandler = handle(viewCertification, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const row = await findCertification(tx, input.id)
  if (!row) return refuse('certification_unknown')
  const { id, player_id: playerId } = row
  await recordAction(context, 'certifications.review', { subject: `player:${playerId}`, after: { certification: id } })
  return {
    ...(await aboutCertification(context, row)),
    ...leaseOf(row, nowMs),
    status: row.status as CertificationStatus,
    decided: row.decider === null ? null : decision(row, row.decider),
  }
})

function decision(row: Found, by: string) {
  return { by, at: row.decided_at!.getTime(), reason: row.reason_code as RejectionReason | null, text: row.reason_text }
}

function findCertification(tx: Tx, id: string) {
  return tx
    .selectFrom('certification as c')
    .innerJoin('player', 'player.id', 'c.player_id')
    .leftJoin('operator as taker', 'taker.id', 'c.taken_by')
    .leftJoin('operator as decider', 'decider.id', 'c.decided_by')
    .selectAll('c')
    .select(['player.account', 'taker.account as taker', 'decider.account as decider'])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

type Found = NonNullable<Awaited<ReturnType<typeof findCertification>>>

async function aboutCertification({ tx, config }: { tx: Tx; config: RunningConfig }, row: Found) {
  return {
    id: row.id,
    playerId: row.player_id,
    account: row.account,
    legalName: row.legal_name,
    bornOn: row.born_on,
    country: row.country,
    documentKind: row.document_kind as DocumentKind,
    documentNumber: unseal({ sealed: row.document_sealed, about: sealedFor(row.id), pepper: config.pepper }),
    photoId: row.photo_id,
    alike: await accountsAlike(tx, row),
  }
}

/** A hint, not proof: two people may share a name and a birthday. */
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
