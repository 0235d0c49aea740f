import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { exportStatement, listStatement } from '#contract/money/statement'
import { exportMe } from '#contract/people/profile'
import { wholeFile } from '#contract/wire'
import { repeatOrderHeld, repeatOrderReleased } from '#core/ledger/postings'
import type { Queryable } from '../../world/members/database.ts'
import { cashSinceOpening } from '../../services/ledger/moved.ts'
import { owedBy } from '../../services/ledger/owed.ts'
import { readStatement, statementPages } from '../../services/ledger/statement-page.ts'
import { intrude, move } from '../../testing/ledger.ts'
import { money } from '../../testing/money.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player } from '../../testing/person.ts'
import { rowsRead } from '../../testing/requests/rows-read.ts'

/** Placing and cancelling a repeat order costs nothing, so a player can have as many movements as they like. */
const transfers = 26_000

let house: House
let an: Player
beforeAll(async () => {
  house = await openHouse()
  an = await house.player({ balance: '100.00' })
  await move(house.app, repeatOrderHeld(an.id, money('1.00')), { kind: 'repeat_order_hold' })
  await move(house.app, repeatOrderReleased(an.id, money('1.00')), { kind: 'repeat_order_release' })
  await intrude(house, (tx) =>
    sql`
      with made as (
        insert into transfer (id, kind, at)
        select gen_random_uuid(), case when nth % 2 = 1 then 'repeat_order_hold' else 'repeat_order_release' end,
          ${new Date(house.clock.nowMs())}
        from generate_series(1, ${transfers}) nth order by nth returning number, at, kind)
      insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select at, number, account.id, change, before, before + change
      from made cross join lateral (values
        ('available', case kind when 'repeat_order_hold' then -100 else 100 end, case kind when 'repeat_order_hold' then 10000 else 9900 end),
        ('repeat_order', case kind when 'repeat_order_hold' then 100 else -100 end, case kind when 'repeat_order_hold' then 0 else 100 end)
      ) leg (name, change, before) join account on ref = ${`player:${an.id}:`} || name
      order by number`.execute(tx),
  )
})
afterEach(() => house.audit())
afterAll(() => house.close())

/** One slow request may be the machine's fault, so the watch over requests reports those that are slow again and again. */
const often = Array.from({ length: 3 })

test('a statement of any length is exported in parts, which join without a gap', async () => {
  for (const _ of often) {
    let parts = 0
    const { text } = await wholeFile((after) => {
      parts++
      return an.call(exportStatement, { account: 'available', ...after })
    })
    expect(parts).toBe(6)
    const lines = text.trimEnd().split('\r\n').slice(1)
    // The grant, and the first repeat order when it was placed and when it ended.
    expect(lines).toHaveLength(transfers + 3)
    const balances = lines.map((line) => line.split(',').slice(-2))
    expect(balances.every(([before], at) => before === (at === 0 ? '0.00' : balances[at - 1]![1]))).toBe(true)
  }
})

test('what is kept about a player is exported with the newest 20,000 movements, and says that there are more', async () => {
  for (const _ of often) {
    const { statement, isStatementWhole } = (await an.call(exportMe, {})) as {
      statement: { amount: string; kind: string; at: string }[]
      isStatementWhole: boolean
    }
    expect([statement.length, isStatementWhole]).toEqual([20_000, false])
    expect(statement.at(-1)).toMatchObject({ kind: 'repeat_order_release' })
  }
  const binh = await house.player({ balance: '1.00' })
  expect(await binh.call(exportMe, {})).toMatchObject({ isStatementWhole: true, statement: [{ amount: '1.00' }] })
})

test('what came in, what is owed and a page of the statement are found without reading the other movements', async () => {
  expect(await rowsRead(house, 'entry', (tx) => cashSinceOpening(tx, an.id))).toBe(0)
  expect(await rowsRead(house, 'entry', (tx) => owedBy(tx, an.id))).toBe(0)
  const reading = { order: 'desc', limit: 51, beyond: null } as const
  expect(await rowsRead(house, 'entry', (tx) => readStatement(tx, { playerId: an.id }, reading))).toBeLessThan(200)
  const page = (tx: Queryable) => statementPages(tx, { playerId: an.id }, { order: 'asc', most: 1_000 }).next()
  expect(await rowsRead(house, 'entry', page)).toBeLessThan(4_000)
  expect((await an.call(listStatement, {})).items).toHaveLength(50)
})
