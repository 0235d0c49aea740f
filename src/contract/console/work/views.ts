import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { operatorRoles } from '../../ops.ts'
import { atMost, storable } from '../../wire.ts'
import { listNames } from './lists.ts'

const Name = z.string().check(z.trim(), atMost(60), z.regex(/^[^\p{C}]+$/u))
const List = z.enum(listNames as [(typeof listNames)[number], ...typeof listNames])

/** As many chips as somebody can tell apart. */
export const viewsMost = 30

export const listViews = endpoint({
  method: 'GET',
  path: '/console/views',
  summary: 'The saved views of a list of the caller’s role; administrators see those of every role',
  who: 'operator',
  input: z.strictObject({ list: List }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        /** What the address bar holds: filters, sorting and columns. */
        query: z.string(),
        by: z.string(),
        role: z.enum(operatorRoles),
        /** Whether the caller may rename and delete it. */
        isOwn: z.boolean(),
      }),
    ),
  }),
  refuses: ['not_allowed'],
  limit: 'read',
})

export const saveView = endpoint({
  method: 'POST',
  path: '/console/views',
  summary: 'Save a list’s filters, sorting and columns under a name, for everybody of the same role',
  who: 'operator',
  can: 'lists.save',
  input: z.strictObject({ list: List, name: Name, query: z.string().check(atMost(1_500), storable) }),
  output: z.strictObject({ id: z.uuid() }),
  refuses: ['views_too_many', 'kind_unknown'],
  limit: 'write',
  once: true,
})

export const renameView = endpoint({
  method: 'PUT',
  path: '/console/views/:id',
  summary: 'Rename a saved view; its maker and administrators may',
  who: 'operator',
  can: 'lists.save',
  input: z.strictObject({ id: z.uuid(), name: Name }),
  output: z.strictObject({}),
  refuses: ['view_unknown'],
  limit: 'write',
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/console/views/:id',
  summary: 'Delete a saved view; its maker and administrators may',
  who: 'operator',
  can: 'lists.save',
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({}),
  refuses: ['view_unknown'],
  limit: 'write',
})
