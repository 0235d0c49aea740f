import { sql } from 'kysely'
import { listAnnouncements, withdrawAnnouncement, writeAnnouncement } from '#contract/console/texts'
import { type Locale, fallbackLocale } from '#contract/locales'
import { announcements } from '#contract/site'
import { namesDestination } from '#core/service/message-text'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handle, handleRead, handleShared } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { takeDraft } from './drafts.ts'

type Texts = Partial<Record<Locale, string>>

/** In the reader's language, or in the fallback where it was not written in that language. */
export const announcementsHandler = handleShared(announcements, {
  source: 'texts',
  run: async ({ input, db, nowMs, holdsUntil }) => {
    const rows = await db
      .selectFrom('announcement')
      .select(['texts', 'from_at', 'until_at'])
      .where('withdrawn_at', 'is', null)
      .where('until_at', '>', new Date(nowMs))
      .orderBy('from_at', 'desc')
      .orderBy('id')
      .execute()
    for (const { from_at, until_at } of rows)
      holdsUntil(from_at.getTime() > nowMs ? from_at.getTime() : until_at.getTime())
    return {
      items: rows
        .filter(({ from_at }) => from_at.getTime() <= nowMs)
        .map(({ texts, from_at }) => {
          const written = texts as Texts
          return { from: from_at.getTime(), text: written[input.locale] ?? written[fallbackLocale]! }
        }),
    }
  },
})

export const listAnnouncementsHandler = handleRead(listAnnouncements, async ({ input, db }) => {
  const place = readTimePlace(input.after)
  const rows = await db
    .selectFrom('announcement as said')
    .innerJoin('operator as writer', 'writer.id', 'written_by')
    .leftJoin('operator as withdrawer', 'withdrawer.id', 'withdrawn_by')
    .selectAll('said')
    .select(['writer.account as writer', 'withdrawer.account as withdrawer'])
    .$if(place !== null, (query) =>
      query.where(sql<boolean>`(said.written_at, said.id) < (${place!.at}, ${place!.id})`),
    )
    .orderBy('said.written_at', 'desc')
    .orderBy('said.id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: (row) => timePlace({ at: row.written_at, id: row.id }),
    item: (row) => ({
      id: row.id,
      texts: row.texts as Texts,
      from: row.from_at.getTime(),
      until: row.until_at.getTime(),
      writtenBy: row.writer,
      writtenAt: row.written_at.getTime(),
      withdrawn:
        row.withdrawer === null || row.withdrawn_at === null
          ? null
          : { by: row.withdrawer, at: row.withdrawn_at.getTime(), why: row.withdrawn_why! },
    }),
  })
})

export const writeAnnouncementHandler = handle(writeAnnouncement, async (context) => {
  const { input, caller, key, tx, nowMs, refuse } = context
  const { texts, until } = input
  const from = Math.max(nowMs, input.from ?? 0)
  if (until <= from) return refuse('validity_wrong', { field: 'until' })
  // Everybody reads these texts, so they may not name a place to pay to either.
  if (Object.values(texts).some(namesDestination)) return refuse('destination_in_text', { field: 'texts' })
  if (input.draft && !(await takeDraft(tx, input.draft))) return refuse('draft_changed')
  await tx
    .insertInto('announcement')
    .values({
      id: key,
      texts: JSON.stringify(texts),
      from_at: new Date(from),
      until_at: new Date(until),
      written_by: caller.operatorId,
      written_at: new Date(nowMs),
    })
    .execute()
  const times = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  await recordAction(context, 'texts.write', { subject: `announcement:${key}`, after: { texts, ...times } })
  return { id: key }
})

export const withdrawAnnouncementHandler = handle(withdrawAnnouncement, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  const { id, reason } = input
  const withdrawn = await tx
    .updateTable('announcement')
    .set({ withdrawn_by: caller.operatorId, withdrawn_at: new Date(nowMs), withdrawn_why: reason })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('texts')
    .executeTakeFirst()
  if (!withdrawn) return refuse('announcement_unknown')
  await recordAction(context, 'texts.write', {
    subject: `announcement:${id}`,
    reason,
    before: { texts: withdrawn.texts },
    after: { withdrawn: true },
  })
  return {}
})
