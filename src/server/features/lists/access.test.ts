import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listActions } from '#contract/console/desk'
import { type ListName, listNames, lists } from '#contract/console/work/lists'
import { fieldsOf, listCalls } from '#contract/console/work/list-calls'
import { deleteView, listViews, renameView, saveView, viewsMost } from '#contract/console/work/views'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { can, rolesWith } from '../../services/calls/capabilities.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'

let house: House
let operators: Record<OperatorRole, Visitor>
beforeAll(async () => {
  house = await openHouse()
  const opened = await Promise.all(operatorRoles.map(async (role) => [role, await house.operator(role)] as const))
  operators = Object.fromEntries(opened) as typeof operators
})
afterAll(() => house.close())

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

const rows = (role: OperatorRole, name: ListName, input: Record<string, unknown> = {}) =>
  operators[role].call(listCalls[name].rows, input)
const save = (role: OperatorRole, name: ListName, input: Record<string, unknown> = {}) =>
  operators[role].call(listCalls[name].save, input)

/** A value that a filter takes. */
function valueFor({ kind, values }: { kind: string; values?: readonly string[] }): unknown {
  if (kind === 'money') return 100n
  if (kind === 'time') return house.clock.nowMs()
  if (kind === 'yes') return 'yes'
  return kind === 'country' ? 'VN' : (values?.[0] ?? 'somebody')
}

describe('what a role may not see', () => {
  test.each(listNames)('is in no list, column, filter, total, file or view of %s', async (name) => {
    const list = lists[name]
    for (const role of operatorRoles) {
      if (!can(role, list.can)) {
        expect(await codeOf(rows(role, name)), role).toBe('not_allowed')
        expect(await codeOf(save(role, name)), role).toBe('not_allowed')
        expect(await codeOf(operators[role].call(listViews, { list: name })), role).toBe('not_allowed')
        continue
      }
      const usual = await rows(role, name)
      for (const column of usual.columns)
        expect(list.columns[column]!.can ?? list.can).toSatisfy((need: typeof list.can) => can(role, need))
      for (const [column, { can: needed }] of Object.entries(list.columns)) {
        const wanted = !needed || can(role, needed) ? 'done' : 'not_allowed'
        for (const ask of [rows, save]) expect(await codeOf(ask(role, name, { columns: column })), column).toBe(wanted)
        if (can(role, 'lists.save')) {
          const view = { list: name, name: 'x', query: `columns=${column}` }
          expect(await codeOf(operators[role].call(saveView, view, randomUUID())), column).toBe(wanted)
        }
      }
      for (const [filter, declared] of Object.entries(list.filters)) {
        const wanted = !declared.can || can(role, declared.can) ? 'done' : 'not_allowed'
        for (const field of fieldsOf(filter, declared))
          expect(await codeOf(rows(role, name, { [field]: valueFor(declared) })), field).toBe(wanted)
      }
    }
  })

  test('there is something that some see and others do not, in a list that both may open', () => {
    const hidden = Object.entries(lists).flatMap(([name, { can: needed, columns, filters }]) =>
      [...Object.entries(columns), ...Object.entries(filters)].flatMap(([part, { can: also }]) =>
        also && rolesWith(needed).some((role) => !can(role, also)) ? [`${name}.${part}`] : [],
      ),
    )
    expect(hidden).toEqual(['players.balance', 'players.inviter', 'players.inviter'])
  })
})

test.each([{ columns: 'nothing' }, { columns: 'constructor' }, { after: 'x' }, { after: '1_1' }])(
  '%j is refused as malformed',
  async (input) => {
    expect(await codeOf(rows('finance', 'deposits', input))).toBe('request_malformed')
  },
)

test('a look at one player’s list is logged under the player, without their name', async () => {
  const an = await house.player()
  await rows('finance', 'deposits', { account: an.account.toUpperCase() })
  await save('finance', 'bets', { account: an.account })
  const { items } = await operators.auditor.call(listActions, { subject: `player:${an.id}` })
  expect(items.map(({ capability, after }) => [capability, after?.list])).toEqual([
    ['reports.view', 'bets'],
    ['deposits.review', 'deposits'],
  ])
  expect(JSON.stringify(items)).not.toContain(an.account)
})

describe('saved views', () => {
  const list = 'players'
  const keep = (by: Visitor, name: string, query = 'status=frozen&order=asc') =>
    by.call(saveView, { list, name, query }, randomUUID())
  const seenBy = async (by: Visitor) => (await by.call(listViews, { list })).items
  const one = async (by: Visitor, id: string) => (await seenBy(by)).find((view) => view.id === id)

  test('are seen by the maker’s role and by administrators, and changed by their maker and by administrators', async () => {
    const { risk, finance, admin } = operators
    const second = await house.colleague('risk')
    const { id } = await keep(risk, 'Frozen')
    expect(await one(second, id)).toMatchObject({ name: 'Frozen', by: 'risk', isOwn: false })
    expect(await one(risk, id)).toMatchObject({ query: 'status=frozen&order=asc', isOwn: true })
    expect(await one(finance, id)).toBeUndefined()
    for (const other of [second, finance]) {
      expect(await codeOf(other.call(renameView, { id, name: 'Mine' }))).toBe('view_unknown')
      expect(await codeOf(other.call(deleteView, { id }))).toBe('view_unknown')
    }
    await risk.call(renameView, { id, name: 'Frozen accounts' })
    expect(await one(admin, id)).toMatchObject({ name: 'Frozen accounts', isOwn: true })
    await admin.call(deleteView, { id })
    expect(await one(risk, id)).toBeUndefined()
    expect(await codeOf(risk.call(deleteView, { id }))).toBe('view_unknown')
  })

  test('hold what the list takes, and no page', async () => {
    const { risk } = operators
    for (const query of ['nobody=1', 'status=happy', 'columns=secret', 'sort=account'])
      expect(await codeOf(keep(risk, 'x', query)), query).toBe('kind_unknown')
    const { id } = await keep(risk, 'x', 'country=VN&after=1_x')
    expect((await one(risk, id))!.query).toBe('country=VN')
  })

  test('are limited in number, also when many are saved at once', async () => {
    const { reviewer } = operators
    const codes = await Promise.all(Array.from({ length: viewsMost + 5 }, (_, at) => codeOf(keep(reviewer, `v${at}`))))
    expect((await seenBy(reviewer)).length).toBe(viewsMost)
    expect(codes).toContain('views_too_many')
  })

  test('the same idempotency key saves one view', async () => {
    const key = randomUUID()
    const form = { list: 'players', name: 'once', query: 'country=TH' } as const
    const ids = await Promise.all([1, 2, 3].map(() => operators.support.call(saveView, form, key)))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  })
})
