import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import { transaction } from '../../db/database.ts'
import { keepHouse } from '../../edges/jobs/housekeeping.ts'
import { intrude, move } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { auditBooks } from './audit.ts'
import { balanceOf } from './balances.ts'
import { ledgerHead, sealLedger } from './seal.ts'
import { statementOf } from './statement.ts'

let house: House
let owner: Client
beforeAll(async () => {
  // Not the first process of a node, so that its jobs seal nothing beside the test.
  house = await openHouse({ hasMadeUpMoney: true, worker: 2 })
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

const cents = (amount: bigint) => amount as Cents
const asApp = (statement: string) => sql.raw(statement).execute(house.app.db.query)
const denied = { code: '42501' }

describe('the ledger', () => {
  test.each(['account', 'transfer', 'entry', 'seal', 'rollup'])(
    'only the database’s functions write to %s: the app’s role cannot insert, update, delete or truncate',
    async (table) => {
      await expect(asApp(`insert into ${table} default values`)).rejects.toMatchObject(denied)
      await expect(asApp(`update ${table} set ${table === 'rollup' ? 'balance = 0' : 'number = 0'}`)).rejects.toThrow()
      await expect(asApp(`delete from ${table}`)).rejects.toMatchObject(denied)
      await expect(asApp(`truncate ${table}`)).rejects.toMatchObject(denied)
    },
  )

  test('the app’s role can change no column of the ledger', async () => {
    const { rows } = await owner.query(`
      select table_name from information_schema.column_privileges
      where grantee = 'clearball_app' and privilege_type in ('INSERT', 'UPDATE')
        and table_name ~ '^(account|transfer|entry|seal|rollup)'`)
    expect(rows).toEqual([])
  })

  test('the triggers refuse even the owner, in every partition', async () => {
    await house.player({ balance: '1.00' })
    for (const table of ['transfer', 'entry', 'entry_2026_11']) {
      await expect(owner.query(`delete from ${table}`)).rejects.toThrow('append-only')
      await expect(owner.query(`update ${table} set at = at`)).rejects.toThrow('append-only')
    }
    await expect(owner.query('truncate entry')).rejects.toThrow('append-only')
  })

  test('the database itself refuses a statement whose entries do not balance', async () => {
    const crooked = `insert into entry (at, transfer_number, account_id, amount) values (now(), 1, 1, 5), (now(), 2, 1, -5)`
    await expect(owner.query(crooked)).rejects.toThrow('not balanced')
  })

  test('a player’s balance cannot go below zero, whichever role writes it', async () => {
    const an = await house.player({ balance: '1.00' })
    await expect(
      owner.query('update account set balance = -1 where ref = $1', [`player:${an.id}:available`]),
    ).rejects.toThrow('account_never_overdrawn')
  })

  test('a refused transfer leaves no trace, even if its transaction tries to go on', async () => {
    const an = await house.player({ balance: '5.00' })
    const before = await statementOf(house.app.db.query, an.id)
    const stubborn = transaction(house.app.db, house.app.random, async (tx) => {
      const spend = sql`select post_transfer(gen_random_uuid(), 'demo_grant', now(),
        ${[`player:${an.id}:available`, `player:${an.id}:held`, 'world:demo']}, ${[100n, -600n, 500n]})`
      await spend.execute(tx).catch(() => {})
    })
    await stubborn.catch(() => {})
    expect(await an.balance()).toBe('5.00')
    expect(await statementOf(house.app.db.query, an.id)).toEqual(before)
  })

  test('a statement names each movement with the balance before and after it', async () => {
    const an = await house.player({ balance: '10.00' })
    const hold = { from: `player:${an.id}:available`, to: `player:${an.id}:held`, amount: cents(3_00n) } as const
    await move(house.app, [hold])
    const lines = (await statementOf(house.app.db.query, an.id)).map((line) =>
      [line.account, line.amount, line.balanceBefore, line.balanceAfter].join(' '),
    )
    expect(lines).toEqual(['available 10.00 0.00 10.00', 'available -3.00 10.00 7.00', 'held 3.00 0.00 3.00'])
  })
})

describe('what the house holds', () => {
  test('is the same before, between and after seals', async () => {
    const an = await house.player({ balance: '50.00' })
    const lose = (amount: bigint) =>
      move(house.app, [{ from: `player:${an.id}:available`, to: 'house:result', amount: cents(amount) }])
    const before = await balanceOf(house.app.db.query, 'house:result')
    await lose(7_00n)
    expect(await balanceOf(house.app.db.query, 'house:result')).toBe(before + 7_00n)
    await sealLedger(house.app)
    expect(await balanceOf(house.app.db.query, 'house:result')).toBe(before + 7_00n)
    await lose(1n)
    expect(await balanceOf(house.app.db.query, 'house:result')).toBe(before + 7_01n)
    await house.audit()
  })

  test('has no row that a transfer changes', async () => {
    const an = await house.player({ balance: '5.00' })
    await sealLedger(house.app)
    const shared = `select ref, account.xmin::text, rollup.xmin::text as rolled from account left join rollup on account_id = id
      where ref = 'world:demo'`
    const before = await owner.query(shared)
    await move(house.app, demoGranted(an.id, cents(1n)))
    expect((await owner.query(shared)).rows).toEqual(before.rows)
  })
})

describe('the chain of seals', () => {
  test('leaves out entries of transactions that are not over, and seals them afterwards', async () => {
    const an = await house.player()
    await sealLedger(house.app)
    const slow = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await slow.connect()
    await slow.query('begin')
    const ref = `player:${an.id}:available`
    await slow.query(`select post_transfer(gen_random_uuid(), 'demo_grant', now(), $1, $2)`, [
      [ref, 'world:demo'],
      [5, -5],
    ])
    const binh = await house.player({ balance: '2.00' })
    const sealing = sealLedger(house.app)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await slow.query('commit')
    await slow.end()
    let sealed = await sealing
    // Transactions of other tests on the same server may hold it up.
    while (sealed === 0) sealed = await sealLedger(house.app)
    expect(sealed).toBe(4)
    const { rows } = await owner.query(
      `select ref from entry join account on account.id = account_id order by entry.id desc limit 4`,
    )
    expect(rows.map((row) => row.ref)).toEqual(
      expect.arrayContaining([ref, `player:${binh.id}:available`, 'world:demo']),
    )
    await house.audit()
  })

  const tampers: [what: string, statement: string][] = [
    [
      'an amount, consistently in entries, balance and rollup',
      `with last as (select max(transfer_number) as number from entry),
        legs as (update entry set amount = amount + case when balance_after is null then -1 else 1 end,
          balance_after = balance_after + 1 from last where transfer_number = last.number returning account_id, balance_after),
        balances as (update account set balance = balance + 1 where id in (select account_id from legs) and balance is not null)
      update rollup set balance = balance - 1 where account_id in (select account_id from legs)`,
    ],
    ['a moment', `update entry set at = at + interval '1 second' where id = 1`],
    ['a transfer’s kind', `update transfer set kind = 'gift' where number = 1`],
    ['a transfer’s id', `update transfer set id = gen_random_uuid() where number = 1`],
    ['a transfer’s moment', `update transfer set at = at + interval '1 second' where number = 1`],
    ['whose an account is', `update account set ref = ref || 'x' where id = 1`],
    [
      'the order of two entries',
      `update entry set account_id = other.account_id, amount = other.amount, transfer_number = other.transfer_number,
        balance_before = other.balance_before, balance_after = other.balance_after
      from entry other where (entry.id, other.id) in ((1, 2), (2, 1))`,
    ],
    ['an entry removed', `delete from entry where id = 2`],
    ['a transfer removed whole', `delete from entry where transfer_number = 1`],
    [
      'a balanced transfer slipped in',
      `insert into entry (id, at, transfer_number, account_id, amount) values (1, now(), 1, 2, 7), (2, now(), 1, 2, -7)`,
    ],
    ['a seal’s hash', `update seal set hash = sha256('x') where number = 1`],
    ['a seal’s span', `update seal set upto_id = upto_id + 1 where number = (select max(number) from seal)`],
    ['a seal removed', `delete from seal where number = 1`],
    ['a rollup', `update rollup set balance = balance + 1`],
  ]
  test.each(tampers)('shows that a superuser changed this: %s', async (what, statement) => {
    const an = await house.player({ balance: '3.00' })
    await move(house.app, [{ from: `player:${an.id}:available`, to: 'house:result', amount: cents(1_00n) }])
    await sealLedger(house.app)
    const undone = new Error('undone')
    let found: string[] = []
    const looking = intrude(house, async (tx) => {
      const { numAffectedRows } = await sql.raw(statement).execute(tx)
      expect(numAffectedRows).toBeGreaterThan(0n)
      found = await auditBooks(tx)
      throw undone
    })
    await expect(looking).rejects.toBe(undone)
    expect(found).not.toEqual([])
    expect(found.some((each) => /^seal \d+ does not match/.test(each))).toBe(what !== 'a rollup')
    await house.audit()
  })

  test('its head names the last seal', async () => {
    await sealLedger(house.app)
    const { rows } = await owner.query(`select number, hash from seal order by number desc limit 1`)
    expect(await ledgerHead(house.app.db.query)).toMatchObject({
      number: BigInt(rows[0].number),
      hash: rows[0].hash.toString('hex'),
    })
  })
})

describe('the partitions of the ledger', () => {
  test('are made for the coming months, and an entry of a month without one is stored all the same', async () => {
    house.clock.forward(40 * 24 * 3_600_000)
    await keepHouse(house.app)
    const { rows } = await owner.query(
      `select inhrelid::regclass::text as part from pg_inherits where inhparent = 'entry'::regclass order by 1`,
    )
    const parts = rows.map((row) => row.part)
    expect(parts).toEqual(expect.arrayContaining(['entry_2026_12', 'entry_2027_01', 'entry_2027_02', 'entry_2027_03']))
    house.clock.forward(400 * 24 * 3_600_000)
    const an = await house.player({ balance: '4.00' })
    expect(await an.balance()).toBe('4.00')
    const { rows: late } = await owner.query('select count(*) from entry_default')
    expect(Number(late[0].count)).toBeGreaterThan(0)
    await keepHouse(house.app)
    await house.audit()
  })

  test('are kept: five years of housekeeping delete no entry, and the app’s role cannot drop a partition', async () => {
    const count = async () => Number((await owner.query('select count(*) from entry')).rows[0].count)
    const before = await count()
    for (let year = 0; year < 5; year++) {
      house.clock.forward(366 * 24 * 3_600_000)
      await keepHouse(house.app)
    }
    expect(await count()).toBe(before)
    await expect(asApp('drop table entry_2026_11')).rejects.toMatchObject(denied)
    await expect(asApp('alter table entry detach partition entry_2026_11')).rejects.toMatchObject(denied)
  })
})

test('the audit passes while money moves', async () => {
  const an = await house.player({ balance: '100.00' })
  const over = new AbortController()
  const load = Promise.all(
    Array.from({ length: 6 }, async (_, worker) => {
      for (let at = 0; at < 40; at++) {
        const [from, to] = worker % 2 ? (['available', 'held'] as const) : (['held', 'available'] as const)
        const posting = { from: `player:${an.id}:${from}`, to: `player:${an.id}:${to}`, amount: cents(1n) } as const
        await move(house.app, [posting]).catch(() => {})
      }
    }),
  ).then(() => over.abort())
  let audits = 0
  while (!over.signal.aborted || audits < 3) {
    expect(await auditBooks(house.app.db.query)).toEqual([])
    audits++
  }
  await load
})
