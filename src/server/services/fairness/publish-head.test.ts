import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewPlayer } from '#contract/console/players'
import { parseEntry } from '#core/fairness/log'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import type { Tx } from '../../world/members/database.ts'
import { actionsHead, brokenActions } from '../actions/action-chain.ts'
import { auditLedger } from '../ledger/audit.ts'
import { ledgerHead, sealLedger } from '../ledger/seal.ts'
import { readSiteLog } from '../../testing/draws/verify-draws.ts'
import { intrude, move, sealAll } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { publishHeads } from './publish-head.ts'

const hourMs = 3_600_000

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

async function heads() {
  const query = house.app.db.query.selectFrom('log_record').select('entry').where('type', '=', 'head')
  const rows = await query.orderBy('seq').execute()
  return rows.map(({ entry }) => parseEntry(entry)!.body)
}

async function entriesSealed() {
  await move(house.app, demoGranted(house.app.random.uuid(), 1_00n as Cents))
  await sealAll(house.app)
  const { number, hash } = (await ledgerHead(house.app.db.query))!
  return { book: 'ledger', number: Number(number), hash }
}

const allNodes = () => Promise.all(Array.from({ length: 6 }, () => publishHeads(house.app)))

test('A5: the ledger’s head is in the public log once an hour, however many nodes publish, and only while it grows', async () => {
  await allNodes()
  expect(await heads()).toEqual([])
  const first = await entriesSealed()
  await allNodes()
  await entriesSealed()
  await allNodes()
  expect(await heads()).toEqual([first])
  house.clock.forward(hourMs)
  const second = await entriesSealed()
  await allNodes()
  house.clock.forward(hourMs)
  await allNodes()
  expect(await heads()).toEqual([first, second])
  const again = sql`insert into log_record (seq, type, at, entry, leaf)
    select seq + 1, type, at, entry, leaf from log_record order by seq desc limit 1`
  await expect(again.execute(house.app.db.query)).rejects.toThrow('log_record_one_head_an_hour')
})

test('the verifier accepts a log that contains heads', async () => {
  const { entries, problem } = (await readSiteLog(house.playerUrl)).log
  expect({ problem, types: entries.map(({ record }) => record.type) }).toEqual({
    problem: null,
    types: ['head', 'head'],
  })
})

/** Multiplies a player's first payment by ten in every table, and seals the whole history again. */
async function rewrite(tx: Tx): Promise<void> {
  await sql`update entry set amount = amount * 10, balance_after = balance_after * 10 where transfer_number = 1`.execute(
    tx,
  )
  await sql`update account set balance = balance * 10 where id in (select account_id from entry where transfer_number = 1)
    and balance is not null`.execute(tx)
  await sql`delete from seal`.execute(tx)
  await sql`delete from rollup`.execute(tx)
  expect(await sealLedger({ ...house.app, db: { ...house.app.db, query: tx } })).toBeGreaterThan(0)
}

test('A5: a history that a superuser rewrote and sealed again contradicts the published head', async () => {
  const undone = new Error('undone')
  const found: Record<string, string[]> = {}
  const looking = intrude(house, async (tx) => {
    await rewrite(tx)
    found.published = await auditLedger(tx)
    await sql`delete from log_record where type = 'head'`.execute(tx)
    found.never = await auditLedger(tx)
    throw undone
  })
  await expect(looking).rejects.toBe(undone)
  // Without the published head, nothing inside the database shows the change.
  expect(found.never).toEqual([])
  expect(found.published).toHaveLength(2)
  expect(found.published?.[0]).toMatch(/^the published head of seal \d+ is not in the chain$/)
})

test('K4: the head of the operators’ actions is published too, and actions cut off after that are found', async () => {
  house.clock.forward(hourMs)
  const support = await house.operator('support')
  const { id } = await house.player()
  await support.call(viewPlayer, { id })
  await allNodes()
  const { number, hash } = (await actionsHead(house.app.db.query))!
  expect((await heads()).filter((head) => 'book' in head && head.book === 'actions')).toEqual([
    { book: 'actions', number: Number(number), hash },
  ])
  expect(await brokenActions(house.app.db.query)).toEqual([])
  const undone = new Error('undone')
  const looking = intrude(house, async (tx) => {
    await sql`delete from action_chain where number = ${number}`.execute(tx)
    await sql`delete from operator_action where id = (select max(id) from operator_action)`.execute(tx)
    expect(await brokenActions(tx)).toEqual([`the published head of link ${number} is not in the chain of actions`])
    throw undone
  })
  await expect(looking).rejects.toBe(undone)
})
