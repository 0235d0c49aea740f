import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { locales } from '../../locales.ts'
import { Instant, atMost, storable } from '../../wire.ts'

/** A draft may be incomplete; what is published is checked when it is published. */
const DraftTexts = z.partialRecord(
  z.enum(locales, 'kind_unknown'),
  z.string().check(atMost(500, 'message_long'), storable),
)

/** Grows with every change; whoever saves says which one they changed. One more than it must fit the database too. */
export const DraftVersion = z.int().check(z.minimum(0), z.maximum(2_147_483_646))

const Draft = z.strictObject({
  id: z.uuid(),
  texts: DraftTexts,
  from: z.nullable(Instant),
  until: z.nullable(Instant),
  version: DraftVersion,
})

/** So many drafts are kept at once. */
export const draftsMost = 50

export const listDrafts = endpoint({
  method: 'GET',
  path: '/console/announcements/drafts',
  summary: 'Announcements that are not published yet, the latest change first',
  who: 'operator',
  can: 'texts.view',
  input: z.strictObject({}),
  output: z.strictObject({
    items: z.array(z.extend(Draft, { writtenBy: z.string(), writtenAt: Instant })),
  }),
  refuses: [],
  limit: 'read',
})

export const saveDraft = endpoint({
  method: 'POST',
  path: '/console/announcements/drafts',
  summary: 'Keep a draft of an announcement, or change one; nobody but operators reads it',
  who: 'operator',
  can: 'texts.write',
  /** A new draft has version 0 and an id that the browser made. */
  input: Draft,
  output: z.strictObject({ version: z.int() }),
  refuses: ['kind_unknown', 'message_long', 'draft_changed', 'drafts_full'],
  limit: 'write',
  once: true,
})

export const deleteDraft = endpoint({
  method: 'POST',
  path: '/console/announcements/drafts/:id/delete',
  summary: 'Throw a draft away',
  who: 'operator',
  can: 'texts.write',
  input: z.strictObject({ id: z.uuid('draft_changed'), version: DraftVersion }),
  output: z.strictObject({}),
  refuses: ['draft_changed'],
  limit: 'write',
})
