import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { fallbackLocale, locales } from '../locales.ts'
import { Reason } from '../money/fields.ts'
import { Instant, atMost, pageInput, pageOf } from '../wire.ts'
import { DraftVersion } from './people/drafts.ts'

const words = (most: number, pattern: RegExp) =>
  z
    .string('message_missing')
    .check(
      z.trim(),
      atMost(most, 'message_long'),
      z.minLength(1, 'message_missing'),
      z.regex(pattern, 'message_missing'),
    )

const Language = z.enum(locales, 'kind_unknown')

/** By language. Readers of a missing language get the fallback's text, which is therefore required. */
const AnnouncedTexts = z.partialRecord(Language, words(500, /^[^\p{C}]*$/u)).check(
  z.refine((texts) => texts[fallbackLocale] !== undefined, {
    path: [fallbackLocale],
    error: 'message_missing',
  }),
)

const textRefusals = ['kind_unknown', 'message_missing', 'message_long', 'destination_in_text'] as const

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/console/announcements',
  summary: 'Everything that was ever announced, newest first, and who withdrew it why',
  who: 'operator',
  can: 'texts.view',
  input: z.strictObject(pageInput),
  output: pageOf(
    z.strictObject({
      id: z.uuid(),
      texts: z.partialRecord(Language, z.string()),
      from: Instant,
      until: Instant,
      writtenBy: z.string(),
      writtenAt: Instant,
      withdrawn: z.nullable(z.strictObject({ by: z.string(), at: Instant, why: z.string() })),
    }),
  ),
  refuses: [],
  limit: 'read',
})

export const writeAnnouncement = endpoint({
  method: 'POST',
  path: '/console/announcements',
  summary: 'Announce something to everybody, from one instant to another',
  who: 'operator',
  can: 'texts.write',
  input: z.strictObject({
    texts: AnnouncedTexts,
    /** At once, where none is given. */
    from: z.optional(Instant),
    until: Instant,
    /** The draft that it was, as the writer saw it; it is gone once it is published. */
    draft: z.optional(z.strictObject({ id: z.uuid(), version: DraftVersion })),
  }),
  output: z.strictObject({ id: z.uuid() }),
  refuses: [...textRefusals, 'validity_wrong', 'draft_changed'],
  limit: 'write',
  once: true,
})

export const withdrawAnnouncement = endpoint({
  method: 'POST',
  path: '/console/announcements/:id/withdraw',
  summary: 'Take an announcement back at once; it stays in the history',
  who: 'operator',
  can: 'texts.write',
  input: z.strictObject({ id: z.uuid('announcement_unknown'), reason: Reason }),
  output: z.strictObject({}),
  refuses: ['announcement_unknown', 'reason_missing'],
  limit: 'write',
})

/**
 * `about` and `terms` take the place of the built-in words; `licence` stands below the configured one, which nothing
 * replaces.
 */
export const houseTextNames = ['about', 'licence', 'terms'] as const
const Name = z.enum(houseTextNames, 'kind_unknown')

export const listHouseTexts = endpoint({
  method: 'GET',
  path: '/console/texts',
  summary: 'The texts of the page about us in every language, with their history',
  who: 'operator',
  can: 'texts.view',
  input: z.strictObject({}),
  output: z.strictObject({
    /** What players are shown first, in every language, whatever is written here. */
    configuredLicence: z.nullable(z.string()),
    items: z.array(
      z.strictObject({
        name: Name,
        language: Language,
        /** Null for what the product came with. */
        text: z.nullable(z.string()),
        /** Newest first, including texts that take effect later. */
        history: z.array(
          z.strictObject({
            text: z.nullable(z.string()),
            effectiveAt: Instant,
            by: z.string(),
            at: Instant,
            reason: z.string(),
          }),
        ),
      }),
    ),
  }),
  refuses: [],
  limit: 'read',
})

export const setHouseText = endpoint({
  method: 'POST',
  path: '/console/texts',
  summary: 'Word a text of the page about us anew in one language, or go back to what the product came with',
  who: 'operator',
  can: 'texts.write',
  input: z.strictObject({
    name: Name,
    language: Language,
    text: z.nullable(words(20_000, /^(?:[^\p{C}]|\n)*$/u)),
    /** At once, where none is given. */
    effectiveAt: z.optional(Instant),
    reason: Reason,
  }),
  output: z.strictObject({}),
  refuses: [...textRefusals, 'reason_missing'],
  limit: 'write',
})
