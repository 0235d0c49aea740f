import { sql } from 'kysely'
import { listMails } from '#contract/console/desk'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

export const listMailsHandler = handle(listMails, async (context) => {
  const { input, tx, config } = context
  const place = readTimePlace(input.after)
  const rows = await tx
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'body', 'created_at', 'sent_at', 'tries', 'problem'])
    .$if(place !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${place!.at}, ${place!.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsToRead)
    .execute()
  // With real money nobody may read other people's codes, whatever their role.
  const isShown = config.mode === 'demo'
  const page = pageFrom(rows, {
    place: (row) => timePlace({ at: row.created_at, id: row.id }),
    item: ({ id, recipient, subject, body, created_at, sent_at, tries, problem }) => ({
      id,
      recipient,
      subject: isShown ? subject : null,
      body: isShown ? body : null,
      createdAt: created_at.getTime(),
      sentAt: sent_at?.getTime() ?? null,
      tries,
      problem,
    }),
  })
  await recordAction(context, 'mails.view', {
    subject: 'mails',
    after: { shown: page.items.map((mail) => mail.id) },
  })
  return page
})
