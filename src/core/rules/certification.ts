import { reviewStatuses } from '../reviews/review.ts'

/** Where an application for primary certification stands. A rejected player may apply again, with a new one. */
export const certificationStatuses = reviewStatuses

export type CertificationStatus = (typeof certificationStatuses)[number]

/** The closed list of reasons. Each has its sentence in every language; `other` is followed by the reviewer's words. */
export const rejectionReasons = [
  'photo_unreadable',
  'name_differs',
  'birth_date_differs',
  'number_differs',
  'underage',
  'document_expired',
  'country_not_served',
  'duplicate_person',
  'other',
] as const

export type RejectionReason = (typeof rejectionReasons)[number]

export const documentKinds = ['passport', 'identity_card', 'driving_licence'] as const

export type DocumentKind = (typeof documentKinds)[number]

/** The number without what people write differently: spaces, strokes, small and full-width letters. */
export function plainDocumentNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}
