import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { liabilityTotals } from '#contract/money/liabilities'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import type { Body } from '#core/fairness/records'
import { transaction } from '../../db/database.ts'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { intrude, move } from '../../testing/ledger.ts'
import type { Player } from '../../testing/person.ts'
import { openProving, type Proving } from '../../testing/liabilities/proving.ts'
import { openPublicLog } from '../fairness/public-log.ts'
import { auditLedger } from '../ledger/audit.ts'
import { sealLedger } from '../ledger/seal.ts'

const hourMs = 3_600_000
let house: DrawHouse
let proving: Proving
let players: readonly Player[]
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  proving = openProving(house.app)
  players = await Promise.all(['50.00', '0.01', '7000.00'].map((balance) => house.player({ balance, certified: true })))
})
afterAll(async () => {
  await proving.close()
  await house.abandon()
})

const nextHour = async () => {
  house.clock.forward(hourMs)
  // Only the beacon is looked at: closing and settling the draws of an hour is not needed here.
  await house.app.beacon.look()
}
const audited = async () => (await auditLedger(house.app.db.longRunning)).filter((each) => each.includes('proof'))

describe('the real house', () => {
  test('owes what its ledger says after random bets and payments, and shows everybody a path that holds', async () => {
    const steps = fc.array(
      fc.record({
        who: fc.nat(2),
        kind: fc.constantFrom('grant', 'bet', 'seal'),
        cents: fc.integer({ min: 100, max: 900 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    const property = fc.asyncProperty(steps, async (all) => {
      await nextHour()
      for (const { who, kind, cents } of all) {
        const player = players[who]!
        if (kind === 'grant') await move(house.app, demoGranted(player.id, BigInt(cents) as Cents))
        if (kind === 'seal') await sealLedger(house.app)
        const stake = `${Math.floor(cents / 100)}.00`
        if (kind === 'bet' && Number(await player.balance()) >= cents / 100)
          await bet(player, await periodNow(player, 'k3_10m'), { bets: [`k3.sum_big_small big ${stake}`] })
      }
      expect(await proving.take()).toBe(true)
      expect(await proving.problems(players)).toEqual([null, null, null])
    })
    await fc.assert(property, { numRuns: 6 })
    expect(await audited()).toEqual([])
  })

  test('is read at one instant while money is in flight between accounts', async () => {
    await nextHour()
    const over = new AbortController()
    const moving = players.map(async (player) => {
      for (let at = 0; !over.signal.aborted || at < 5; at++) {
        const amount = 100n as Cents
        await move(house.app, demoGranted(player.id, amount))
        if (Number(await player.balance()) > 5)
          await bet(player, await periodNow(player, 'k3_10m'), { bets: ['k3.sum_big_small big 1.00'] })
      }
    })
    const taken = await proving.take().finally(() => over.abort())
    await Promise.all(moving)
    expect(taken).toBe(true)
    expect(await proving.problems(players)).toEqual([null, null, null])
    expect(await audited()).toEqual([])
  })
})

/** Logs whatever a cheat likes as if it had been read at the snapshot before; returns what the audit says about it. */
async function logForged(change: (body: Body<'liabilities'>) => Partial<Body<'liabilities'>>): Promise<string[]> {
  await nextHour()
  const number = await transaction(house.app.db, house.app.random, async (tx) => {
    const log = await openPublicLog(house.app, tx)
    const { rows } = await sql<{ body: Body<'liabilities'> }>`
      select entry::jsonb -> 'body' as body from log_record join liability_snapshot on log_seq = seq
      where number = (select max(first) from (select min(number) as first from liability_snapshot group by build) genuine)`.execute(
      tx,
    )
    const { body } = rows[0]!
    const { rows: last } = await sql<{
      number: number
    }>`select max(number) + 1 as number from liability_snapshot`.execute(tx)
    const at = new Date(house.clock.nowMs())
    const forged = { ...body, number: last[0]!.number, instant: at.toISOString(), ...change(body) }
    const { index } = await log.append({ type: 'liabilities', body: forged })
    await sql`insert into liability_snapshot
      select ${forged.number}, date_trunc('hour', ${at}::timestamptz, 'UTC'), ${at}, ${index}, build, root, ${forged.total}, leaves,
        ${forged.available}, ${forged.held}, ${forged.repeatOrders}, ${forged.stakes}, head_number, upto_id, last_id, later, 0
      from liability_snapshot where number = ${body.number}`.execute(tx)
    return forged.number
  })
  return about(number)
}

const about = async (number: number) => (await audited()).filter((each) => each.includes(`proof ${number} `))

describe('the audit catches a house that signs', () => {
  test('a total that is a cent too small', async () => {
    const found = await logForged(({ total, available }) => ({ total: total - 1, available: available - 1 }))
    expect(found).toEqual([expect.stringMatching(/says \d+ available, the ledger owed \d+$/)])
  })
  test('an amount moved into open draws', async () => {
    const found = await logForged(({ available, stakes }) => ({ available: available - 500, stakes: stakes + 500 }))
    expect(found).toHaveLength(2)
  })
  test('a total read while money was in flight, once where it came from and once where it went', async () => {
    const found = await logForged(({ total, stakes }) => ({ total: total + 100, stakes: stakes + 100 }))
    expect(found).toEqual([expect.stringMatching(/says \d+ stakes, the ledger owed \d+$/)])
  })
})

describe('a player’s own check catches an owner of the database who', () => {
  const tampered = async (statement: ReturnType<typeof sql>) => {
    await intrude(house, (tx) => statement.execute(tx))
    house.app.memory.liabilityTops.clear()
    return proving.problems(players)
  }
  test('takes a player’s leaf out of the proof', async () => {
    await nextHour()
    expect(await proving.take()).toBe(true)
    const found = await tampered(
      sql`update liability_piece set leaves = substring(leaves from 41), first_leaf = substring(leaves from 41 for 32)`,
    )
    expect(found.filter((each) => each === null)).toEqual([])
    expect(found).toContain('leaf-missing')
  })
  test('changes what the snapshot says', async () => {
    await nextHour()
    expect(await proving.take()).toBe(true)
    const found =
      await tampered(sql`update liability_piece set leaves = set_byte(leaves, 39, 255 - get_byte(leaves, 39)) where build = (
      select build from liability_snapshot order by number desc limit 1)`)
    expect(found.filter((each) => each !== null).length).toBeGreaterThanOrEqual(2)
  })
  test('changes the balance that the leaf was made from', async () => {
    await nextHour()
    expect(await proving.take()).toBe(true)
    const ref = `player:${players[0]!.id}:available`
    const found =
      await tampered(sql`update entry set balance_after = balance_after - 1, balance_before = balance_before - 1
      where id = (select max(id) from entry where account_id = (select id from account where ref = ${ref}))`)
    expect(found).toEqual(['leaf-missing', null, null])
  })
  test('changes the total: the audit and an alarm say that the log has another', async () => {
    const { newest } = await house.visitor().call(liabilityTotals, {})
    await intrude(house, (tx) =>
      sql`update liability_snapshot set total = total - 1, available = available - 1 where number = ${newest!.number}`.execute(
        tx,
      ),
    )
    const rule = 'a proof of what is owed is the one in the public log'
    expect(await audited()).toContain(`${rule}: proof ${newest!.number}`)
    const { alarms } = await (await house.operator('reviewer')).call(showDesk, {})
    const what = `proof ${newest!.number} is not the one in the public log`
    expect(alarms).toContainEqual(expect.objectContaining({ kind: 'liabilities', what }))
  })
  test('rewrites the seal that the proof names', async () => {
    const { newest } = await house.visitor().call(liabilityTotals, {})
    const zeros = Buffer.alloc(32)
    await intrude(house, (tx) => sql`update seal set hash = ${zeros}`.execute(tx))
    expect(await audited()).toContain(`a proof of what is owed names a seal of the ledger: proof ${newest!.number}`)
  })
})
