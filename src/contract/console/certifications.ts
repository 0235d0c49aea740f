import * as z from 'zod/mini'
import { certificationStatuses, documentKinds, rejectionReasons } from '#core/rules/certification'
import { endpoint } from '../endpoint.ts'
import { Reason } from '../money/fields.ts'
import { Instant, pageInput, pageOf } from '../wire.ts'

export const listCertifications = endpoint({
  method: 'GET',
  path: '/console/certifications',
  summary: 'Applications of one status, oldest first; without a status, those still to be decided',
  who: 'operator',
  can: 'certifications.review',
  input: z.strictObject({ ...pageInput, status: z.optional(z.enum(certificationStatuses, 'kind_unknown')) }),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      account: z.string(),
      country: z.string(),
      documentKind: z.enum(documentKinds),
      status: z.enum(certificationStatuses),
      /** Who has taken it. */
      takenBy: z.nullable(z.string()),
      createdAt: Instant,
    }),
  ),
  refuses: ['kind_unknown'],
  limit: 'read',
})

const about = {
  id: z.uuid(),
  playerId: z.uuid(),
  account: z.string(),
  legalName: z.string(),
  bornOn: z.iso.date(),
  country: z.string(),
  documentKind: z.enum(documentKinds),
  documentNumber: z.string(),
  photoId: z.nullable(z.uuid()),
  /** Accounts of other players with the same name and birthday. */
  alike: z.array(z.string()),
}

export const viewCertification = endpoint({
  method: 'GET',
  path: '/console/certifications/:id',
  summary: 'One application and its papers; looking takes it from nobody',
  who: 'operator',
  can: 'certifications.review',
  input: z.strictObject({ id: z.uuid() }),
  /** Who has taken it and until when; null once that lease has run out. */
  output: z.strictObject({
    ...about,
    takenBy: z.nullable(z.string()),
    takenUntil: z.nullable(Instant),
    status: z.enum(certificationStatuses),
    decided: z.nullable(
      z.strictObject({
        by: z.string(),
        at: Instant,
        reason: z.nullable(z.enum(rejectionReasons)),
        text: z.nullable(z.string()),
      }),
    ),
  }),
  refuses: ['certification_unknown'],
  limit: 'read',
})

export const takeCertification = endpoint({
  method: 'POST',
  path: '/console/certifications/:id/take',
  summary: 'Take an application in hand for ten minutes and see what it says; again, to have ten more',
  who: 'operator',
  can: 'certifications.review',
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ ...about, takenUntil: Instant }),
  refuses: ['certification_unknown', 'review_taken', 'already_decided'],
  limit: 'write',
})

export const releaseCertification = endpoint({
  method: 'POST',
  path: '/console/certifications/:id/release',
  summary: 'Give an application in hand back, for a colleague to take',
  who: 'operator',
  can: 'certifications.review',
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({}),
  refuses: ['certification_unknown', 'review_taken', 'review_not_taken', 'already_decided'],
  limit: 'write',
})

export const passCertification = endpoint({
  method: 'POST',
  path: '/console/certifications/:id/pass',
  summary: 'Pass an application taken before',
  who: 'operator',
  can: 'certifications.review',
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ status: z.enum(certificationStatuses) }),
  refuses: ['certification_unknown', 'review_taken', 'review_not_taken', 'already_decided', 'same_person'],
  limit: 'write',
})

export const rejectCertification = endpoint({
  method: 'POST',
  path: '/console/certifications/:id/reject',
  summary: 'Reject an application with a reason that the player is told',
  who: 'operator',
  can: 'certifications.review',
  input: z
    .strictObject({
      id: z.uuid(),
      reason: z.enum(rejectionReasons, 'reason_missing'),
      /** Shown to the player as it is; needed where the reason is `other`. */
      text: z.optional(Reason),
    })
    .check(z.refine((form) => form.reason !== 'other' || !!form.text, { path: ['text'], error: 'reason_missing' })),
  output: z.strictObject({ status: z.enum(certificationStatuses) }),
  refuses: [
    'reason_missing',
    'destination_in_text',
    'certification_unknown',
    'review_taken',
    'review_not_taken',
    'already_decided',
  ],
  limit: 'write',
})
