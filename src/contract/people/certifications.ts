import * as z from 'zod/mini'
import { countries } from '#core/rules/countries'
import { certificationStatuses, documentKinds, rejectionReasons } from '#core/rules/certification'
import { endpoint } from '../endpoint.ts'
import { Instant, atMost } from '../wire.ts'

/** ISO 3166-1 alpha-2. */
const Country = z.enum(countries as [string, ...string[]])

/** At least four letters or digits, so that the last three, which are shown, never are the whole number. */
const DocumentNumber = z
  .string('document_number_malformed')
  .check(
    atMost(40, 'document_number_malformed'),
    z.regex(/^(?:[ ./-]*[\p{L}\p{N}]){4,}[ ./-]*$/u, 'document_number_malformed'),
  )

const LegalName = z
  .string('legal_name_missing')
  .check(
    z.trim(),
    atMost(120, 'legal_name_missing'),
    z.regex(/^[^\p{C}]*$/u, 'legal_name_missing'),
    z.regex(/\p{L}/u, 'legal_name_missing'),
  )

export const applyForCertification = endpoint({
  method: 'POST',
  path: '/certification',
  summary: 'Apply for primary certification, which top-ups and bets ask for',
  who: 'player',
  input: z.strictObject({
    legalName: LegalName,
    bornOn: z.iso.date('birth_date_malformed'),
    country: Country,
    documentKind: z.enum(documentKinds, 'kind_unknown'),
    documentNumber: DocumentNumber,
    /** A picture of the document, uploaded for this purpose. */
    photoId: z.uuid('picture_unknown'),
  }),
  output: z.strictObject({ id: z.uuid(), status: z.enum(certificationStatuses) }),
  refuses: [
    'legal_name_missing',
    'birth_date_malformed',
    'kind_unknown',
    'document_number_malformed',
    'underage',
    'country_not_served',
    'certification_pending',
    'identity_taken',
    'picture_unknown',
    'account_abnormal',
    'account_frozen',
    'account_restricted',
  ],
  limit: 'write',
  once: true,
})

export const myCertification = endpoint({
  method: 'GET',
  path: '/certification',
  summary: 'The player’s latest application, and the invitation code that comes with certification',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    latest: z.nullable(
      z.strictObject({
        status: z.enum(certificationStatuses),
        legalName: z.string(),
        bornOn: z.iso.date(),
        country: Country,
        documentKind: z.enum(documentKinds),
        /** The last three characters; the whole number is not told to anybody but the reviewer. */
        documentEnd: z.string().check(z.maxLength(3)),
        /** Why it was rejected: the code has its sentence in every language, the text is the reviewer's. */
        reason: z.nullable(z.strictObject({ code: z.enum(rejectionReasons), text: z.nullable(z.string()) })),
        createdAt: Instant,
        decidedAt: z.nullable(Instant),
      }),
    ),
    invitationCode: z.nullable(z.string()),
  }),
  refuses: [],
  limit: 'read',
})
