import type { Selectable } from 'kysely'
import { myCertification } from '#contract/people/certifications'
import {
  type CertificationStatus,
  type DocumentKind,
  type RejectionReason,
  plainDocumentNumber,
} from '#core/rules/certification'
import type { Certification } from '../../world/members/tables.generated.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { unseal } from '../../world/secrets/sealed.ts'
import type { Secret } from '../../world/secrets/secret.ts'
import { latestCertification } from './latest-certification.ts'
import { sealedFor } from './sealed-for.ts'

export const myCertificationHandler = handleRead(myCertification, async ({ caller, db, config }) => {
  const latest = await latestCertification(db, caller.playerId)
  const invitation = await db
    .selectFrom('invitation')
    .select('code')
    .where('player_id', '=', caller.playerId)
    .executeTakeFirst()
  return { latest: latest ? shown(latest, config.pepper) : null, invitationCode: invitation?.code ?? null }
})

function shown(row: Selectable<Certification>, pepper: Secret) {
  const number = unseal({ sealed: row.document_sealed, about: sealedFor(row.id), pepper })
  return {
    status: row.status as CertificationStatus,
    legalName: row.legal_name,
    bornOn: row.born_on,
    country: row.country,
    documentKind: row.document_kind as DocumentKind,
    documentEnd: plainDocumentNumber(number).slice(-3),
    reason: row.reason_code ? { code: row.reason_code as RejectionReason, text: row.reason_text } : null,
    createdAt: row.created_at.getTime(),
    decidedAt: row.decided_at?.getTime() ?? null,
  }
}
