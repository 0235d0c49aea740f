import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportActions, listActions } from '#contract/console/desk'
import { addPlayerNote, viewPlayer } from '#contract/console/players'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { administrator } from '../../testing/administrator.ts'
import { type ActionsHead, actionsHead, brokenActions } from './action-chain.ts'
import { copiedHead, copyActions } from './copy-actions.ts'

let house: House
let risk: Visitor
let auditor: Visitor
let an: Player
/** The database's superuser, the only role that no trigger stops. */
let superuser: Client
beforeAll(async () => {
  house = await openHouse()
  risk = await house.operator('risk')
  auditor = await house.operator('auditor')
  an = await house.player()
  for (let look = 0; look < 8; look++) await risk.call(viewPlayer, { id: an.id })
  await risk.call(addPlayerNote, { id: an.id, text: '=HYPERLINK("a trap")' })
  superuser = await administrator(house)
  await superuser.query('set session_replication_role = replica')
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

/** Tampers with the tables as the superuser, returns what the check finds, and restores the tables. */
async function noticed(...statements: string[]): Promise<string[]> {
  return noticedBeside((await actionsHead(house.app.db.query))!, ...statements)
}

async function noticedBeside(head: ActionsHead | undefined, ...statements: string[]): Promise<string[]> {
  await superuser.query('create temporary table a as select * from operator_action')
  await superuser.query('create temporary table c as select * from action_chain')
  for (const statement of statements) await superuser.query(statement)
  const problems = await brokenActions(house.app.db.query, head)
  await superuser.query('delete from action_chain; delete from operator_action')
  await superuser.query('insert into operator_action overriding system value select * from a')
  await superuser.query('insert into action_chain select * from c')
  await superuser.query('drop table a, c')
  expect(await brokenActions(house.app.db.query, head)).toEqual([])
  return problems
}

const third = '(select action_id from action_chain where number = 3)'

describe('K4: the log of operators’ actions', () => {
  test('is chained from the first action on, in the order of the commits', async () => {
    expect(await brokenActions(house.app.db.query)).toEqual([])
    const head = (await actionsHead(house.app.db.query))!
    const { head: shown, items } = await auditor.call(listActions, {})
    expect(shown).toEqual({ number: String(head.number), hash: head.hash })
    expect(items.map(({ number }) => number)).toEqual(items.map((_, at) => String(head.number - BigInt(at))))
  })

  test.each([
    ['an edited reason', `update operator_action set reason = 'another' where id = ${third}`],
    ['an edited time', `update operator_action set at = at + interval '1 microsecond' where id = ${third}`],
    [
      'another operator',
      `update operator_action set operator_id = (select id from operator where account = 'admin') where id = ${third}`,
    ],
    ['an edited effect', `update operator_action set after = '{"x": 1}' where id = ${third}`],
    ['a removed action', `delete from operator_action where id = ${third}`],
    [
      'an action slipped in',
      `insert into operator_action (operator_id, capability, subject, at) select operator_id, capability, subject, at from operator_action limit 1`,
    ],
  ])('notices %s', async (_, statement) => {
    expect(await noticed(statement)).not.toEqual([])
  })

  test('notices a row removed together with its link, in the middle or at the end', async () => {
    const gone = (number: string) =>
      noticed(
        `delete from operator_action where id = (select action_id from action_chain where number = ${number})`,
        `delete from action_chain where number = ${number}`,
      )
    expect(await gone('3')).not.toEqual([])
    // Only a stored head shows that the newest action is missing.
    expect(await gone('(select max(number) from action_chain)')).toEqual([expect.stringContaining('published head')])
  })

  test('notices two actions that changed places', async () => {
    const both = 'where number in (3, 4)'
    const other = '(select action_id from action_chain other where other.number = 7 - action_chain.number)'
    expect(
      await noticed(
        `update action_chain set action_id = -action_id ${both}`,
        `update action_chain set action_id = -${other} ${both}`,
      ),
    ).not.toEqual([])
    expect(
      await noticed(
        'update action_chain set number = -number where number in (3, 4)',
        'update action_chain set number = 7 + number where number < 0',
      ),
    ).not.toEqual([])
  })

  test('many operators at once make one chain without a fork', async () => {
    const before = (await actionsHead(house.app.db.query))!.number
    const colleagues = await Promise.all(Array.from({ length: 4 }, () => house.colleague('risk')))
    await Promise.all(
      colleagues.flatMap((each) => Array.from({ length: 10 }, () => each.call(viewPlayer, { id: an.id }))),
    )
    expect((await actionsHead(house.app.db.query))!.number).toBe(before + 40n)
    expect(await brokenActions(house.app.db.query)).toEqual([])
  })

  test('neither the app nor the owner writes or changes a link', async () => {
    const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
    await owner.connect()
    await expect(owner.query(`update action_chain set hash = 'x'`)).rejects.toThrow('append-only')
    await expect(owner.query('delete from action_chain')).rejects.toThrow('append-only')
    await owner.query('set role clearball_app')
    await expect(owner.query(`insert into action_chain values (0, 0, 'x', 'x')`)).rejects.toMatchObject({
      code: '42501',
    })
    await owner.end()
  })
})

/** Recomputes the chain from the changed actions, as the owner of the server could. */
const chainAnew = `
  delete from action_chain;
  with recursive numbered as (select action, row_number() over (order by action.id) as number from operator_action action),
  link as (
    select number, action, sha256('clearball actions') as former from numbered where number = 1
    union all select numbered.number, numbered.action, action_hash(link.former, link.action)
    from link join numbered on numbered.number = link.number + 1)
  insert into action_chain select number, (action).id, former, action_hash(former, action) from link`

describe('K4: the copy in a second place', () => {
  test('has every action with its hash, once, also after a crash in the middle of a line', async () => {
    const file = join(house.app.config.dataFolder, 'actions.jsonl')
    expect(await copiedHead(file)).toBeNull()
    await copyActions(house.app.db.query, file)
    const head = (await actionsHead(house.app.db.query))!
    expect(await copiedHead(file)).toEqual(head)
    await appendFile(file, '{"number":"')
    await risk.call(viewPlayer, { id: an.id })
    await copyActions(house.app.db.query, file)
    await copyActions(house.app.db.query, file)
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const copied = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(copied.map(({ number }) => number)).toEqual(copied.map((_, at) => String(at + 1)))
    expect(copied).toHaveLength(Number(head.number) + 1)
    const last = { operator: 'risk', capability: 'players.view', subject: `player:${an.id}`, before: null }
    expect(copied.at(-1)).toMatchObject({ ...last, at: new Date(house.clock.nowMs()).toISOString() })
  })

  test('contradicts a log that was rewritten as a whole, and is then not appended to', async () => {
    const file = join(house.app.config.dataFolder, 'actions.jsonl')
    const edited = `update operator_action set reason = 'another' where id = ${third}`
    expect(await noticedBeside(undefined, edited, chainAnew)).toEqual([])
    expect(await noticedBeside((await copiedHead(file))!, edited, chainAnew)).toEqual([
      expect.stringContaining('published head'),
    ])
    const other = join(house.app.config.dataFolder, 'other.jsonl')
    await appendFile(other, `{"number":"3","hash":"${'0'.repeat(64)}"}\n`)
    await expect(copyActions(house.app.db.query, other)).rejects.toThrow('not those of the database')
    expect(await readFile(other, 'utf8')).not.toContain('players.view')
  })
})

describe('searching and exporting', () => {
  test('by operator, capability, beginning of the subject and time', async () => {
    const found = await auditor.call(listActions, {
      operator: 'risk',
      capability: 'players.note',
      subject: `player:${an.id}`,
    })
    expect(found.items).toHaveLength(1)
    expect((await auditor.call(listActions, { operator: 'auditor' })).items).toEqual([])
    expect((await auditor.call(listActions, { subject: 'player%' })).items).toEqual([])
    const nowMs = house.clock.nowMs()
    expect((await auditor.call(listActions, { from: nowMs + 1 })).items).toEqual([])
    expect((await auditor.call(listActions, { from: nowMs, until: nowMs + 1 })).items.length).toBeGreaterThan(8)
  })

  test('a table says the same, hash by hash', async () => {
    const { name, csv } = await auditor.call(exportActions, { operator: 'risk' })
    expect(name).toBe('actions.csv')
    const lines = csv.split('\r\n').slice(0, -1)
    expect(lines[0]).toBe('\uFEFF"number","time","operator","capability","subject","reason","before","after","hash"')
    const { items } = await auditor.call(listActions, { operator: 'risk' })
    expect(lines.slice(1).map((line) => line.slice(-65, -1))).toEqual(items.map(({ hash }) => hash).toReversed())
    // A part goes on after the row that the one before it ended with, without a heading of its own.
    const part = await auditor.call(exportActions, { operator: 'risk', after: items.at(-1)!.id })
    expect(part.csv.split('\r\n').slice(0, -1)).toEqual(lines.slice(2))
    expect(part.next).toBe(null)
  })
})
