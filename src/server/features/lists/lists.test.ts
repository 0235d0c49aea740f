import fc from 'fast-check'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '#contract/endpoint'
import { type Filter, type ListName, listNames, lists } from '#contract/console/work/lists'
import { fieldsOf, listCalls } from '#contract/console/work/list-calls'
import type { OperatorRole } from '#contract/ops'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { administrator } from '../../testing/administrator.ts'
import { fillBets, fillLists } from '../../testing/lists/fill.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Visitor } from '../../testing/person.ts'
import { type Direct, directRows } from './testing/direct-rows.ts'

let house: House
let client: Client
const operators = new Map<OperatorRole, Visitor>()
beforeAll(async () => {
  house = await openHouse()
  client = await administrator(house)
  await fillLists(client, { rows: 230, atMs: house.clock.nowMs() })
  await fillBets(client, { draws: 40, each: 6, atMs: house.clock.nowMs() })
})
afterAll(async () => {
  await client.end()
  // The rows were written without their transfers and their links of the chain, so there is nothing to audit.
  await house.abandon()
})

/** An operator who sees all of a list: the roles that see the reports see every column. */
async function viewerOf(name: ListName): Promise<Visitor> {
  const seeing = rolesWith(lists[name].can)
  const role = seeing.find((each) => rolesWith('reports.view').includes(each)) ?? seeing[0]!
  const known = operators.get(role) ?? (await house.operator(role))
  operators.set(role, known)
  return known
}

type Page = Output<(typeof listCalls)['deposits']['rows']>
type Input = Readonly<Record<string, unknown>>

/** Every page of a list, one after the other; `between` runs after each. */
async function allPages(name: ListName, input: Input, between: () => Promise<void> = async () => {}): Promise<Page[]> {
  const viewer = await viewerOf(name)
  const pages: Page[] = []
  let after: string | null = null
  do {
    const page: Page = await viewer.call(listCalls[name].rows, { ...input, ...(after && { after }) })
    pages.push(page)
    after = page.next
    await between()
  } while (after !== null)
  return pages
}

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ items }) => items.map(({ id }) => id))

/** What a filter is given, as the call takes it, and whether a row read directly matches it. */
type Chosen = { readonly input: Input; matches(row: Direct): boolean }

function choiceOf(name: string, filter: Filter, rows: readonly Direct[]): fc.Arbitrary<Chosen> {
  const values = [...new Set(rows.map((row) => row.values[name]).filter((value) => value !== null))]
  const [first, second] = fieldsOf(name, filter) as [string, string]
  const one = fc.constantFrom(...values.map((value) => (filter.kind === 'time' ? Math.round(Number(value)) : value)))
  if (filter.kind === 'money' || filter.kind === 'time') {
    const ends = fc.record({ from: fc.option(one), until: fc.option(one) })
    return ends.map(({ from, until }) => ({
      input: { ...(from !== null && { [first]: from }), ...(until !== null && { [second]: until }) },
      matches: (row) => {
        const value = row.values[name] as number | bigint | null
        if (from === null && until === null) return true
        if (value === null) return false
        const isBefore = filter.kind === 'money' ? value <= (until as bigint) : value < (until as number)
        return (from === null || value >= (from as number)) && (until === null || isBefore)
      },
    }))
  }
  return one.map((value) => {
    const given = filter.kind === 'subject' ? String(value).slice(0, 12) : value
    const matches = (row: Direct) =>
      filter.kind === 'subject' ? String(row.values[name]).startsWith(String(given)) : row.values[name] === given
    return { input: { [first]: given }, matches }
  })
}

type Asked = { readonly chosen: readonly Chosen[]; readonly sort: string; readonly order: 'asc' | 'desc' }

function anyAsked(name: ListName, rows: readonly Direct[]): fc.Arbitrary<Asked> {
  const filters = Object.entries(lists[name].filters).map(([filter, declared]) =>
    // Most are left out, because few rows match many filters at once.
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: choiceOf(filter, declared, rows) }),
  )
  return fc.record({
    chosen: fc.tuple(...filters).map((each) => each.filter((one) => one !== null)),
    sort: fc.constantFrom(...lists[name].sorts),
    order: fc.constantFrom('asc', 'desc'),
  })
}

const inputOf = ({ chosen, sort, order }: Asked): Input =>
  Object.assign({ sort, order }, ...chosen.map(({ input }) => input))

/** The ids that a list must show, in their order, worked out from the rows without the list’s own queries. */
function expected(rows: readonly Direct[], { chosen, sort, order }: Asked): Direct[] {
  const side = order === 'asc' ? 1 : -1
  return rows
    .filter((row) => row.sorts[sort] !== null && chosen.every(({ matches }) => matches(row)))
    .toSorted((a, b) => {
      for (const [at, part] of a.sorts[sort]!.entries()) {
        const other = b.sorts[sort]![at]!
        if (part !== other) return part < other ? -side : side
      }
      return 0
    })
}

describe.each(listNames)('the list of %s', (name) => {
  test('has every row that its filters allow, once, in order and over all pages, and adds them up', async () => {
    const rows = await directRows(client, name, house.clock.nowMs())
    expect(rows.length).toBeGreaterThan(60)
    await fc.assert(
      fc.asyncProperty(anyAsked(name, rows), async (asked) => {
        const wanted = expected(rows, asked)
        const pages = await allPages(name, inputOf(asked))
        // What the operators of this test do is logged as well, and so is in the list of actions.
        const shown = idsOf(pages).filter((id) => name !== 'actions' || rows.some((row) => row.id === id))
        expect(shown).toEqual(wanted.map(({ id }) => id))
        const { totals } = pages[0]!
        expect(totals!.isWhole).toBe(true)
        if (name !== 'actions') expect(totals!.count).toBe(wanted.length)
        for (const column of lists[name].sums) {
          const sum = wanted.reduce((added, row) => added + ((row.values[column] as bigint | null) ?? 0n), 0n)
          expect(totals!.sums[column], column).toBe(`${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('is saved as exactly the rows that are shown', async () => {
    const viewer = await viewerOf(name)
    const columns = Object.keys(lists[name].columns).join(',')
    const pages = await allPages(name, { columns, order: 'asc' })
    const { csv, next } = await viewer.call(listCalls[name].save, { columns, order: 'asc' })
    const [head, ...lines] = csv.slice(1).trimEnd().split('\r\n')
    expect(next).toBeNull()
    expect(head).toBe(
      columns
        .split(',')
        .map((column) => `"${column}"`)
        .join(','),
    )
    const shown = pages.flatMap(({ items }) => items)
    expect(lines.length).toBeGreaterThanOrEqual(shown.length)
    for (const [at, { cells }] of shown.entries()) {
      const fields = columns.split(',').map((column) => (cells[column] ?? '').replaceAll('"', '""'))
      expect(lines[at]!.replaceAll(`"'`, '"')).toBe(fields.map((field) => `"${field}"`).join(','))
    }
  })
})

test('rows that are added while somebody turns the pages are neither shown twice nor push another out', async () => {
  const before = (await directRows(client, 'deposits', house.clock.nowMs())).map(({ id }) => id)
  const add = async () => {
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into deposit (id, player_id, receiving_id, currency, amount, reference, plain_reference, voucher_id, voucher_sha256,
        voucher_original_sha256, created_at)
      select gen_random_uuid(), player_id, receiving_id, currency, amount, reference || random(), plain_reference || random(),
        voucher_id, sha256(random()::text::bytea), sha256(random()::text::bytea), created_at + at * interval '1 day'
      from deposit, unnest(array[-40, 0, 40]) at where reference in ('listed7', 'listed70')`)
    await client.query('reset session_replication_role')
  }
  for (const order of ['asc', 'desc'])
    for (const sort of ['createdAt', 'amount']) {
      const shown = idsOf(await allPages('deposits', { sort, order }, add))
      expect(new Set(shown).size).toBe(shown.length)
      expect(before.filter((id) => !shown.includes(id))).toEqual([])
    }
})

test('a rare row behind more rows than are looked at is found on a later page, and nothing is counted that was not seen', async () => {
  await client.query('set session_replication_role = replica')
  await client.query(
    `with made as (
      insert into wallet (id, player_id, kind, network, address, fingerprint, is_default, usable_from, created_at)
      select gen_random_uuid(), listed.id, 'digital', network, 'x', sha256(network::bytea), false, now(), now()
      from listed, unnest(array['TRC20', 'ERC20']) network where listed.at = 1 returning id, network)
    insert into withdrawal (id, player_id, wallet_id, amount, fee, fee_bps, needs_two, created_at)
    select gen_random_uuid(), listed.id, made.id, case network when 'TRC20' then 77 else 78 end, 1, 100, false, $1::timestamptz + n * interval '1 second'
    from listed, made, generate_series(1, 10500) n where listed.at = 1 and (network = 'TRC20' or n = 1)`,
    [new Date(house.clock.nowMs())],
  )
  await client.query('reset session_replication_role')
  const asked = { network: 'ERC20', createdAtFrom: house.clock.nowMs() }
  const [first, second, ...more] = await allPages('withdrawals', asked)
  expect([first!.items.length, first!.isCut, first!.totals]).toEqual([
    0,
    true,
    { count: 0, isWhole: false, sums: { amount: '0.00', fee: '0.00' } },
  ])
  expect([second!.items.length, second!.isCut, more]).toEqual([1, false, []])
  // A filter that an index serves finds a rare row at once, whatever the list is sorted by.
  const [only, ...others] = await allPages('withdrawals', {
    ...asked,
    amountFrom: 78n,
    amountUntil: 78n,
  })
  expect([only!.items.length, only!.totals!.count, only!.totals!.isWhole, others]).toEqual([1, 1, true, []])
})
