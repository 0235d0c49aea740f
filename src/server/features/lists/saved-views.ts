import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type ListName, lists } from '#contract/console/work/lists'
import { listInput } from '#contract/console/work/list-calls'
import { deleteView, listViews, renameView, saveView, viewsMost } from '#contract/console/work/views'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import type { Tx } from '../../world/members/database.ts'
import { Refusal } from '../../world/refusal.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { can } from '../../services/calls/capabilities.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { mayAsk } from './asked.ts'

export const listViewsHandler = handleRead(listViews, async ({ input, caller, db, refuse }) => {
  if (!can(caller.role, lists[input.list].can)) return refuse('not_allowed')
  const rows = await db
    .selectFrom('saved_view as view')
    .innerJoin('operator', 'operator.id', 'view.made_by')
    .select(['view.id', 'view.name', 'view.query', 'view.made_by', 'view.role', 'operator.account'])
    .where('view.list', '=', input.list)
    // Administrators see those of every role, because they may rename and delete them.
    .$if(caller.role !== 'admin', (query) => query.where('view.role', '=', caller.role))
    .orderBy('view.created_at')
    .orderBy('view.id')
    .limit(viewsMost * operatorRoles.length)
    .execute()
  const items = rows.map(({ id, name, query, made_by, role, account }) => ({
    id,
    name,
    query,
    by: account,
    role: role as OperatorRole,
    isOwn: mayChange({ made_by }, caller),
  }))
  return { items }
})

export const saveViewHandler = handle(saveView, async (context) => {
  const { input, caller, tx, nowMs, key, refuse } = context
  const query = checkedQuery(input.list, input.query, caller.role)
  // Locks the role’s views of the list, so that of several saved at once each counts those before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views:${caller.role}:${input.list}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('saved_view')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('list', '=', input.list)
    .where('role', '=', caller.role)
    .executeTakeFirstOrThrow()
  if (count >= viewsMost) return refuse('views_too_many', { max: String(viewsMost) })
  await tx
    .insertInto('saved_view')
    .values({
      id: key,
      list: input.list,
      role: caller.role,
      name: input.name,
      query,
      made_by: caller.operatorId,
      created_at: new Date(nowMs),
    })
    .execute()
  await recordAction(context, 'lists.save', { subject: `view:${key}`, after: { list: input.list, name: input.name } })
  return { id: key }
})

export const renameViewHandler = handle(renameView, async (context) => {
  const { input, tx } = context
  const view = await lockedView(context)
  await tx.updateTable('saved_view').set({ name: input.name }).where('id', '=', input.id).execute()
  const [before, after] = [{ name: view.name }, { name: input.name }]
  await recordAction(context, 'lists.save', { subject: `view:${input.id}`, before, after })
  return {}
})

export const deleteViewHandler = handle(deleteView, async (context) => {
  const { input, tx } = context
  const { list, name } = await lockedView(context)
  await tx.deleteFrom('saved_view').where('id', '=', input.id).execute()
  await recordAction(context, 'lists.save', {
    subject: `view:${input.id}`,
    before: { list, name },
    after: { deleted: true },
  })
  return {}
})

type Changing = {
  readonly tx: Tx
  readonly caller: { readonly operatorId: string; readonly role: string }
  readonly input: { readonly id: string }
  refuse(code: 'view_unknown'): never
}

/** A view that the caller may change; anybody else’s is as unknown as one that does not exist. */
async function lockedView({ tx, caller, input, refuse }: Changing) {
  const view = await tx
    .selectFrom('saved_view')
    .select(['list', 'name', 'made_by'])
    .where('id', '=', input.id)
    .forUpdate()
    .executeTakeFirst()
  return view && mayChange(view, caller) ? view : refuse('view_unknown')
}

function mayChange({ made_by }: { made_by: string }, caller: Changing['caller']): boolean {
  return made_by === caller.operatorId || caller.role === 'admin'
}

/** What a view holds is what the list’s call takes, so that it holds nothing that its role may not see. */
function checkedQuery(list: ListName, query: string, role: OperatorRole): string {
  const fields = Object.fromEntries(new URLSearchParams(query))
  delete fields.after
  const read = z.safeDecode(listInput(lists[list]), fields)
  if (!read.success) throw new Refusal('kind_unknown', { field: 'query' })
  if (!mayAsk(list, read.data, role)) throw new Refusal('not_allowed')
  return String(new URLSearchParams(fields))
}
