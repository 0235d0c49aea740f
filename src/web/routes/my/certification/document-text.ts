import type { DocumentKind } from '#core/rules/certification'
import type { Key } from '../../../i18n/words.ts'

export const documentText: Record<DocumentKind, Key> = {
  passport: 'certification.passport',
  identity_card: 'certification.identityCard',
  driving_licence: 'certification.drivingLicence',
}
