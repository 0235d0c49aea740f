import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showDesk } from '#contract/console/desk'
import type { App } from '../../world/app.ts'
import { type Running, openApp, startApp } from '../../open-app.ts'
import { schemaFiles } from '../../db/schema-files.ts'
import { tellLocalAlarms } from '../../features/desk/tell-alarms.ts'
import { type House, openHouse, testClock } from '../../testing/open-house.ts'
import { openVisitor } from '../../testing/person.ts'

type Told = { node: string | null; kind: string; state: string; what: string }

let house: House
let owner: Client
/** A second node on the same database, with a clock and a folder of its own. */
let other: Running & { app: App }
const told: Told[] = []
const webhook = createServer((request, response) => {
  void json(request).then((body) => {
    told.push(body as Told)
    response.writeHead(200).end()
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    webhook.listen(0, '127.0.0.1', resolve)
  })
  const { port } = webhook.address() as AddressInfo
  house = await openHouse({ alarmWebhook: `http://127.0.0.1:${port}/`, publicUrl: 'https://play.example' })
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  other = await openOther()
})
afterAll(async () => {
  await owner.end()
  await other.stop()
  await rm(other.app.config.dataFolder, { recursive: true, force: true })
  await house.close()
  webhook.close()
})

async function openOther(): Promise<Running & { app: App }> {
  const { log, random } = house.app
  const config = { ...house.app.config, dataFolder: await mkdtemp(join(tmpdir(), 'clearball-node-')) }
  const clock = testClock(house.clock.nowMs())
  const url = house.databaseUrl('clearball_server')
  const app = await openApp({ config, clock, random, log, url, size: 4 })
  return { ...(await startApp(app)), app }
}

const toldOf = (kind: string, node: string | null) =>
  told.filter((each) => each.kind === kind && each.node === node).map(({ state }) => state)
const alarmsAt = async (kind: string) =>
  (await (await house.operator('auditor')).call(showDesk, {})).alarms.filter((each) => each.kind === kind)
const health = async (url: string) =>
  (await (await fetch(`${url}/api/health`)).json()) as { ready: boolean; why: string[] }

describe('an alarm belongs to the node that sees it', () => {
  test('another node neither ends it nor sends it again; it ends with its reason or with its node', async () => {
    Object.assign(other.app.node, { name: 'elsewhere/1' })
    await owner.query(`update node set name = 'elsewhere/1' where id = '${other.app.node.id}'`)
    await other.app.beacon.look()
    ;(other.app.clock as ReturnType<typeof testClock>).set(-5_000)
    await expect.poll(() => toldOf('clock', 'elsewhere/1'), { timeout: 20_000 }).toEqual(['raised'])
    await expect
      .poll(() => alarmsAt('clock'), { timeout: 20_000 })
      .toMatchObject([{ what: expect.stringMatching(/^elsewhere\/1: -\d+ ms$/) }])
    // The node whose clock is right runs its job several times.
    for (let look = 0; look < 3; look++) await tellLocalAlarms(house.app)
    expect([toldOf('clock', 'elsewhere/1'), toldOf('clock', house.app.node.name)]).toEqual([['raised'], []])
    ;(other.app.clock as ReturnType<typeof testClock>).set(5_000)
    await expect.poll(() => toldOf('clock', 'elsewhere/1'), { timeout: 20_000 }).toEqual(['raised', 'cleared'])
    await expect.poll(() => alarmsAt('clock'), { timeout: 20_000 }).toEqual([])
  })

  test('the alarms of a node that died end, those about its files included', async () => {
    const gone = '00000000-0000-4000-8000-000000000001'
    await owner.query(`
      insert into node (id, name, pictures, seen_at) values ('${gone}', 'replaced/7', 'x', now() - interval '50 seconds');
      insert into node_alarm values ('${gone}', 'beacon', 'no_beacon', now());
      insert into alarm (source, node_id, what, raised_at) values ('files@replaced/7', '${gone}', 'x was altered', now())`)
    expect(await alarmsAt('files')).toHaveLength(1)
    await owner.query(`update node set seen_at = now() - interval '61 seconds' where id = '${gone}'`)
    await expect.poll(() => toldOf('beacon', 'replaced/7'), { timeout: 20_000 }).toEqual(['cleared'])
    await expect.poll(() => alarmsAt('files'), { timeout: 20_000 }).toEqual([])
  })

  test('an alarm about the database reaches the webhook and the log without the database', async () => {
    const before = told.length
    await owner.query(`create function away() returns trigger language plpgsql as $$
      begin raise exception 'no room' using errcode = '53100'; end $$;
      create trigger away before insert or update or delete on node for each row execute function away();
      create trigger away before insert or delete on told_alarm for each row execute function away();
      create trigger away before insert or delete on node_alarm for each row execute function away()`)
    const own = house.app.node.name
    const raised = () => told.slice(before).filter((each) => each.kind === 'database' && each.node === own)
    await expect
      .poll(raised, { timeout: 20_000 })
      .toMatchObject([{ state: 'raised', what: 'the database’s disk is full' }])
    expect(house.logged.some((line) => line.includes('an alarm is raised') && line.includes('disk is full'))).toBe(true)
    for (const table of ['node', 'told_alarm', 'node_alarm']) await owner.query(`drop trigger away on ${table}`)
  })
})

describe('a node that does not fit its database', () => {
  test('takes itself out of service where the schema is newer, and is back when it is not', async () => {
    const newer = schemaFiles.migrations.length + 1
    await owner.query(`insert into schema_migration (version, name, checksum) values (${newer}, 'to-come', '')`)
    const says = `the schema is version ${newer} and this release knows ${newer - 1}`
    await expect.poll(async () => (await health(house.playerUrl)).why, { timeout: 20_000 }).toContain(says)
    const refused = await house.visitor().fetch('/api/v1/games')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    await owner.query(`delete from schema_migration where version = ${newer}`)
    await expect.poll(async () => (await house.visitor().fetch('/api/v1/games')).status, { timeout: 20_000 }).toBe(200)
  })

  test('notices a newer schema at the first SQL error that the change causes', async () => {
    const newer = schemaFiles.migrations.length + 1
    const an = await house.player()
    await owner.query(`insert into schema_migration (version, name, checksum) values (${newer}, 'to-come', '');
      create function changed() returns trigger language plpgsql as $$
      begin raise exception 'no such column' using errcode = '42703'; end $$;
      create trigger changed before update on session for each row execute function changed()`)
    expect((await an.fetch('/api/v1/session', { method: 'DELETE' })).status).toBe(503)
    await owner.query(`delete from schema_migration where version = ${newer}; drop trigger changed on session`)
    await expect.poll(async () => (await house.visitor().fetch('/api/v1/games')).status, { timeout: 20_000 }).toBe(200)
  })

  test('reports that the other node cannot see its pictures', async () => {
    await expect.poll(() => alarmsAt('pictures'), { timeout: 20_000 }).not.toEqual([])
    expect(house.logged.some((line) => line.includes('pictures of this node are not seen by another'))).toBe(true)
  })
})

test('forwarding headers from an untrusted proxy raise an alarm, but a single request with them does not', async () => {
  const behind = openVisitor(house.playerUrl, { address: '203.0.113.7' })
  await behind.fetch('/api/v1/games')
  expect(await alarmsAt('proxies')).toEqual([])
  await Promise.all(Array.from({ length: 12 }, () => behind.fetch('/api/v1/games')))
  expect((await alarmsAt('proxies')).map(({ what }) => what)).toContain('127.0.0.1 is not in TRUSTED_PROXIES')
  house.app.node.find('proxies', null)
})
