import * as z from 'zod/mini'
import { countries } from '#core/rules/countries'
import { endpoint } from '../endpoint.ts'
import { Reason } from '../money/fields.ts'
import { Instant } from '../wire.ts'

const Countries = z
  .array(z.enum(countries as [string, ...string[]], 'kind_unknown'), 'kind_unknown')
  .check(z.minLength(1, 'kind_unknown'), z.maxLength(countries.length, 'kind_unknown'))

export const listCountries = endpoint({
  method: 'GET',
  path: '/console/countries',
  summary: 'Which countries are not served, and who withdrew or took back which, when and why',
  who: 'operator',
  can: 'settings.view',
  input: z.strictObject({}),
  output: z.strictObject({
    notServed: z.array(z.string()),
    /** Those of them that the configuration excludes; the console cannot include them again. */
    fixed: z.array(z.string()),
    /** Newest first. */
    history: z.array(
      z.strictObject({
        country: z.string(),
        isServed: z.boolean(),
        effectiveAt: Instant,
        proposedBy: z.string(),
        approvedBy: z.string(),
        reason: z.string(),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const proposeCountries = endpoint({
  method: 'POST',
  path: '/console/countries',
  summary: 'Propose that people from these countries are served, or are not; a second person puts it into effect',
  who: 'operator',
  can: 'settings.propose',
  input: z.strictObject({
    countries: Countries,
    isServed: z.boolean(),
    /** At once when approved, where none is given; never before the approval. */
    effectiveAt: z.optional(Instant),
    reason: Reason,
  }),
  output: z.strictObject({ proposalId: z.uuid() }),
  refuses: ['kind_unknown', 'country_not_served', 'already_proposed', 'reason_missing'],
  limit: 'write',
})
