import { exportActions, listActions } from '#contract/console/desk'
import type { Input } from '#contract/endpoint'
import type { Queryable } from '../../world/members/database.ts'
import { pageFrom, readNumberPlace, rowsToRead } from '../../db/page.ts'
import { handleRead, handleSnapshot } from '../../services/calls/handle.ts'
import { asCsv, csvLines } from '../reports/csv.ts'
import { actionsHead } from '../../services/actions/action-chain.ts'

type Facts = Record<string, unknown> | null

export const listActionsHandler = handleSnapshot(listActions, async ({ input: { after, ...filter }, db }) => {
  const place = readNumberPlace(after)
  const rows = await matching(db, filter)
    .$if(place !== null, (query) => query.where('action.id', '<', place!))
    .orderBy('action.id', 'desc')
    .limit(rowsToRead)
    .execute()
  const page = pageFrom(rows, {
    place: (row) => String(row.id),
    item: ({ id, account, before, after, at, number, hash, ...row }) => ({
      ...row,
      id: String(id),
      operator: account,
      before: before as Facts,
      after: after as Facts,
      at: at.getTime(),
      number: String(number),
      hash: hash.toString('hex'),
    }),
  })
  const head = await actionsHead(db)
  return { ...page, head: head && { number: String(head.number), hash: head.hash } }
})

/** So many lines are encoded fast enough that no other request waits noticeably. */
const rowsOfPart = 1_000

export const exportActionsHandler = handleRead(exportActions, async ({ input: { after, ...filter }, db }) => {
  const place = readNumberPlace(after)
  const rows = await matching(db, filter)
    .$if(place !== null, (query) => query.where('action.id', '>', place!))
    .orderBy('action.id')
    .limit(rowsOfPart)
    .execute()
  const head = ['number', 'time', 'operator', 'capability', 'subject', 'reason', 'before', 'after', 'hash']
  const lines = rows.map((row) => [
    String(row.number),
    row.at.toISOString(),
    row.account,
    row.capability,
    row.subject,
    row.reason ?? '',
    row.before === null ? '' : JSON.stringify(row.before),
    row.after === null ? '' : JSON.stringify(row.after),
    row.hash.toString('hex'),
  ])
  return {
    name: 'actions.csv',
    csv: after === undefined ? asCsv([head, ...lines]) : csvLines(lines),
    next: rows.length < rowsOfPart ? null : String(rows.at(-1)!.id),
  }
})

function matching(
  db: Queryable,
  { subject, operator, capability, from, until }: Omit<Input<typeof exportActions>, 'after'>,
) {
  const beginning = `${(subject ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('operator_action as action')
    .innerJoin('operator', 'operator.id', 'operator_id')
    .innerJoin('action_chain as link', 'link.action_id', 'action.id')
    .select(['action.id', 'account', 'capability', 'subject', 'reason', 'before', 'after', 'at', 'number', 'hash'])
    .$if(subject !== undefined, (query) => query.where('subject', 'like', beginning))
    .$if(operator !== undefined, (query) => query.where('account', '=', operator!))
    .$if(capability !== undefined, (query) => query.where('capability', '=', capability!))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from!)))
    .$if(until !== undefined, (query) => query.where('at', '<', new Date(until!)))
}
