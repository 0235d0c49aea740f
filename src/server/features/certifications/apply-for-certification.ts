import { applyForCertification } from '#contract/people/certifications'
import { parseDay } from '#core/periods/civil-date'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { isAdult } from '#core/rules/age'
import { plainDocumentNumber } from '#core/rules/certification'
import { handle } from '../../services/calls/handle.ts'
import { keyedHash, seal } from '../../world/secrets/sealed.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { isServed } from '../countries/served.ts'
import { attachUpload } from '../uploads/attach-upload.ts'
import { latestCertification } from './latest-certification.ts'
import { sealedFor } from './sealed-for.ts'

export const applyForCertificationHandler = handle(applyForCertification, async (context) => {
  const { input, caller, tx, nowMs, random, config, refuse } = context
  const { pepper } = config
  const { legalName, bornOn, country, documentKind, documentNumber } = input
  // Locked, so that closing the account either comes first or finds the application.
  const player = await lockPlayer(tx, caller.playerId)
  const refusal = actionRefusal(player.status as AccountStatus, 'change_profile')
  if (refusal) return refuse(refusal)
  if (!(await isServed(tx, country, { nowMs, config }))) return refuse('country_not_served')
  const birthday = parseDay(bornOn.replaceAll('-', ''))
  if (birthday === null || !isAdult(birthday, nowMs)) return refuse('underage')

  const photo = { id: input.photoId, playerId: caller.playerId, purpose: 'identity', nowMs } as const
  if (!(await attachUpload(tx, photo))) return refuse('picture_unknown', { field: 'photoId' })
  const id = random.uuid()
  const document = `${country} ${documentKind} ${plainDocumentNumber(documentNumber)}`
  const added = await tx
    .insertInto('certification')
    .values({
      id,
      player_id: caller.playerId,
      legal_name: legalName,
      born_on: bornOn,
      country,
      document_kind: documentKind,
      document_sealed: seal({ text: documentNumber, about: sealedFor(id), pepper }),
      document_hash: keyedHash({ text: document, use: 'documents', pepper }),
      photo_id: input.photoId,
      created_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return { id, status: 'waiting' as const }
  // The unique indexes decide which of two requests at once wins; the refusal only has to say which index it was.
  const own = await latestCertification(tx, caller.playerId)
  if (own && own.status !== 'rejected') return refuse('certification_pending')
  return refuse('identity_taken', { field: 'document' })
})
