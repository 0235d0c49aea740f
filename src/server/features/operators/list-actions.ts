import { listActions } from '#contract/console/desk'
import { pageFrom, readNumberPlace, rowsToRead } from '../../db/page.ts'
import { handle } from '../../http/handle.ts'

type Facts = Record<string, unknown> | null

export const listActionsHandler = handle(listActions, async ({ input: { after, subject }, tx }) => {
  const place = readNumberPlace(after)
  const rows = await tx
    .selectFrom('operator_action as action')
    .innerJoin('operator', 'operator.id', 'operator_id')
    .select(['action.id', 'account', 'capability', 'subject', 'reason', 'before', 'after', 'at'])
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
    .$if(place !== null, (query) => query.where('action.id', '<', place!))
    .orderBy('action.id', 'desc')
    .limit(rowsToRead)
    .execute()
  return pageFrom(rows, {
    place: (row) => String(row.id),
    item: ({ id, account, before, after, at, ...row }) => ({
      ...row,
      id: String(id),
      operator: account,
      before: before as Facts,
      after: after as Facts,
      at: at.getTime(),
    }),
  })
})
