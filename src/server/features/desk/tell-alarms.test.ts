import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { type House, openHouse } from '../../testing/open-house.ts'
import { triesMost } from '../../services/outbox/take-due.ts'
import { tellHouseAlarms } from './tell-alarms.ts'

let house: House
let owner: Client
const told: string[] = []
/** What the webhook waits for before it answers. */
let answering: Promise<void> = Promise.resolve()
const webhook = createServer((request, response) => {
  void json(request).then(async (body) => {
    const { kind, state, node } = body as { kind: string; state: string; node: string | null }
    // The node's own alarms are told by a job.
    if (node === null) told.push(`${kind} ${state}`)
    await answering
    response.writeHead(200).end()
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    webhook.listen(0, '127.0.0.1', resolve)
  })
  const { port } = webhook.address() as AddressInfo
  // Not the first process of a node, so that its jobs do not run beside the test.
  house = await openHouse({ alarmWebhook: `http://127.0.0.1:${port}/`, worker: 2 })
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await house.close()
  webhook.close()
})
beforeEach(() => {
  told.length = 0
})

const raise = (kind: string) =>
  // Of a node that lives: those of a node that is gone are ended.
  owner.query(
    `insert into alarm (source, node_id, what, raised_at) select $1, id, 'made up', now() from node limit 1`,
    [`${kind}@elsewhere`],
  )
const end = () => owner.query('update alarm set cleared_at = now() where cleared_at is null')

test('a look for an alarm that fails hides no other alarm, is an alarm itself, and ends none that was told', async () => {
  await owner.query(`
    insert into mail (id, recipient, subject, body, created_at, due_at, tries, failed_at, failed_by)
    values (gen_random_uuid(), 'nobody@players.example', 'x', 'x', now(), now(), 3, now(), 'server')`)
  await tellHouseAlarms(house.app)
  expect(told.splice(0)).toEqual(['mail raised'])
  await owner.query('alter table mail rename column failed_by to hidden')
  await raise('ledger')
  await tellHouseAlarms(house.app)
  expect(told.splice(0)).toEqual(['ledger raised'])
  expect(house.app.node.ofHouse.map(({ kind }) => kind).toSorted()).toEqual(['ledger', 'mail'])
  expect(house.app.node.findings.get('alarms')).toEqual({ what: 'mail', sinceMs: null })
  const { alarms } = await (await house.operator('auditor')).call(showDesk, {})
  expect(alarms.map(({ kind, what }) => `${kind} ${what}`)).toEqual(
    expect.arrayContaining(['ledger elsewhere: made up', 'alarms mail']),
  )
  await owner.query('alter table mail rename column hidden to failed_by; update mail set sent_at = now()')
  await end()
  await tellHouseAlarms(house.app)
  expect(told.toSorted()).toEqual(['ledger cleared', 'mail cleared'])
  expect(house.app.node.findings.has('alarms')).toBe(false)
})

test('a node that looked earlier does not tell that an alarm is over which another node has told since', async () => {
  await raise('ledger')
  const held = Promise.withResolvers<void>()
  answering = held.promise
  const earlier = tellHouseAlarms(house.app)
  await vi.waitFor(() => expect(told).toEqual(['ledger raised']), 20_000)
  answering = Promise.resolve()
  await raise('draws')
  await tellHouseAlarms(house.app)
  expect(told).toEqual(['ledger raised', 'draws raised'])
  held.resolve()
  await earlier
  expect(told).toEqual(['ledger raised', 'draws raised'])
  await end()
  await tellHouseAlarms(house.app)
  expect(told.slice(2).toSorted()).toEqual(['draws cleared', 'ledger cleared'])
})

test('what the mails say, and when an operator was seen, is read by indexes, however many there are', async () => {
  const plan = async (statement: string) => {
    await owner.query('begin; set local enable_seqscan = off')
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain ${statement}`)
    await owner.query('rollback')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  expect(await plan('select max(sent_at) from mail')).toContain('using mail_sent')
  expect(
    await plan(`select count(*) from mail where sent_at is null and failed_by = 'server' and failed_at > now()`),
  ).toContain('mail_failed')
  expect(
    await plan(
      `select id from mail where sent_at is null and tries < ${triesMost} and due_at <= now() order by due_at limit 1`,
    ),
  ).toContain('using mail_waiting')
  expect(
    await plan(`select max(seen_at) from session where operator_id = '00000000-0000-0000-0000-000000000000'`),
  ).toContain('using session_of_operator')
})
