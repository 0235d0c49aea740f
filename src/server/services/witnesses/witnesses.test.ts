import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { proposeCancel } from '#contract/console/games'
import { approveProposal } from '#contract/console/settings'
import { listRepeatOrders, placeRepeatOrder } from '#contract/play/bets'
import { drawProof, drawStatistics, listWitnesses } from '#contract/play/past-draws'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { type Policy, parsePolicy } from '#core/fairness/tlog/policy'
import { check } from '../../../../verify/check.ts'
import { serveCosigner } from '../../../../verify/cosigner/serve.ts'
import { keptNothing } from '../../../../verify/kept.ts'
import { onCommit, transaction } from '../../db/database.ts'
import { openTicker } from '../../edges/jobs/ticker.ts'
import { runRepeatOrders } from '../../features/bets/repeat-orders/run-repeat-orders.ts'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type WitnessedHouse, openWitnessedHouse } from '../../testing/draws/witnesses.ts'
import { money } from '../../testing/money.ts'
import { openPublicLog } from '../fairness/public-log.ts'

let house: WitnessedHouse | null = null
const servers: Server[] = []
afterEach(async () => {
  await house?.close()
  house = null
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Another kind of witness. */
async function witnessThat(answers: (response: ServerResponse, request: IncomingMessage) => void): Promise<string> {
  const server = createServer((request, response) => answers(response, request))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Draws that closed, and those of them that two of three witnesses saw in time. */
async function closes({ app, visitor }: WitnessedHouse) {
  const rows = await app.db.query.selectFrom('log_record').select('draw_id').where('type', '=', 'close').execute()
  const seen = await Promise.all(rows.map(({ draw_id: drawId }) => visitor().call(listWitnesses, { drawId: drawId! })))
  return { closed: rows.length, witnessed: seen.filter(({ isEnough }) => isEnough).length }
}

/** What the command line says of a draw to somebody who trusts the witnesses that the site names. */
async function step8({ playerUrl, clock }: WitnessedHouse, drawId: string) {
  const site = (await (await fetch(`${playerUrl}/fair/site.json`)).json()) as { vkey: string; policy: string }
  const policy = parsePolicy(`log ${site.vkey}\n${site.policy}`) as Policy
  const options = { kept: keptNothing, paid: null, mode: 'house-beacon', relays: [], settleBet: settleLeaf } as const
  const own = { ...options, key: site.vkey, policy, nowMs: clock.nowMs() }
  const found = []
  for await (const { verdict, steps } of check([playerUrl, drawId], own)) {
    const { status, facts } = steps.find(({ name }) => name === 'witnessed')!
    found.push({ verdict, status, witnesses: facts.witnesses })
  }
  return found
}

test('three witnesses see every draw close, and anybody can check that they did', async () => {
  house = await openWitnessedHouse(serveCosigner, {})
  await house.pass(6 * 60)
  const { closed, witnessed } = await closes(house)
  expect(closed).toBeGreaterThan(10)
  expect(witnessed).toBe(closed)
  const { draw_id: drawId } = await house.app.db.query
    .selectFrom('log_record')
    .select('draw_id')
    .where('type', '=', 'settle')
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  const { items } = await house.visitor().call(listWitnesses, { drawId: drawId! })
  expect(items.map(({ name, key }) => [name, key])).toEqual([
    ['north', 'north.example'],
    ['south', 'south.example'],
    ['west', 'west.example'],
  ])
  for (const { aheadSeconds } of items) expect(aheadSeconds).toBeGreaterThan(1)
  const figures = (await house.visitor().call(drawStatistics, {})).items
  expect(figures.reduce((sum, each) => sum + each.witnessed, 0)).toBe(
    figures.reduce((sum, each) => sum + each.drawn, 0),
  )

  const site = (await (await fetch(`${house.playerUrl}/fair/site.json`)).json()) as { policy: string }
  expect(site.policy).not.toContain('http')
  expect(await step8(house, drawId!)).toEqual([{ verdict: 'pass', status: 'pass', witnesses: 'north south west' }])
  const proof = await house.visitor().call(drawProof, { drawId: drawId! })
  expect(proof.seen!.match(/^— \S+/gm)).toEqual([
    '— localhost/fair/log',
    '— north.example',
    '— south.example',
    '— west.example',
  ])
})

test('they also see what ends a draw without a close: a cancellation at once, and a skip', async () => {
  house = await openWitnessedHouse(serveCosigner, {})
  await house.pass(60)
  const { drawId: cancelled } = await periodNow(house.visitor(), 'ssc_10m')
  const [risk, admin] = [await house.operator('risk'), await house.operator('admin')]
  const reason = 'numbers on the screen were wrong'
  const { proposalId } = await risk.call(proposeCancel, { drawId: cancelled, why: 'incident', reason })
  await admin.call(approveProposal, { id: proposalId })
  await house.app.witnesses.settled()
  const seen = [{ verdict: 'pass', status: 'pass', witnesses: 'north south west' }]
  expect(await step8(house, cancelled)).toEqual(seen)

  house.clock.forward(20 * 60_000)
  await house.pass(30)
  const { draw_id: skipped } = await house.app.db.query
    .selectFrom('log_record')
    .select('draw_id')
    .where('type', '=', 'skip')
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  // The log grew while each witness was asked about its newest tree, so the first that two of them signed may lack the third.
  const [found] = await step8(house, skipped!)
  expect(found).toMatchObject({ verdict: 'pass', status: 'pass' })
  const names = String(found!.witnesses).split(' ')
  expect(names.length).toBeGreaterThanOrEqual(2)
  const { seen: note } = await house.visitor().call(drawProof, { drawId: skipped! })
  for (const name of names) expect(note).toContain(`— ${name}.example`)
})

test('a witness that is dead, and one that answers nonsense, cost the others nothing', async () => {
  house = await openWitnessedHouse(serveCosigner, { west: 'http://127.0.0.1:9/' })
  await house.pass(60)
  const { closed, witnessed } = await closes(house)
  expect([witnessed, closed > 1]).toEqual([closed, true])
  expect(await house.stateOf('west')).toMatchObject({ size: 0, failure: 'it cannot be reached' })
  await house.close()
  for (const [answers, failure] of [
    [(response: ServerResponse) => void response.end('hello\n'), 'its answer is not its cosignature'],
    [(response: ServerResponse) => void response.writeHead(500).end(), 'it answers 500'],
    [(response: ServerResponse) => void response.writeHead(409).end('many\n'), 'it answers 409 without a size'],
    [(response: ServerResponse) => void response.end('x'.repeat(100_000)), 'its answer is too long'],
    [
      (response: ServerResponse) => void response.writeHead(409).end('999999999\n'),
      /^it has seen 999999999 records of this log, and the database has \d+$/,
    ],
  ] as const) {
    house = await openWitnessedHouse(serveCosigner, { west: await witnessThat(answers) })
    await house.pass(60)
    const found = await closes(house)
    expect([found.witnessed, found.closed > 1]).toEqual([found.closed, true])
    expect((await house.stateOf('west')).failure).toMatch(failure)
    await house.close()
  }
  house = null
})

test('two witnesses whose answers arrive at the same moment are counted together', async () => {
  house = await openWitnessedHouse(serveCosigner, { west: 'http://127.0.0.1:9/' })
  await house.pass(60)
  const owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  await owner.query('begin')
  await owner.query(`select from witness_state where witness in ('north.example', 'south.example') for update`)
  const passing = house.pass(90)
  const waiting = async () => (await owner.query('select from pg_locks where not granted')).rowCount
  await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 20_000 })
  await owner.query('commit')
  await passing
  const { rows } = await owner.query(
    `select size from log_cosignature group by size having count(*) = 2 except select size from witnessed_checkpoint`,
  )
  await owner.end()
  expect(rows).toEqual([])
})

/** Makes the log longer by one record and has the witnesses asked, while the clock stands still; answers with its size. */
async function growerOf({ app }: WitnessedHouse) {
  const draws = await app.db.query
    .selectFrom('period')
    .select('draw_id')
    .where('status', '=', 'scheduled')
    .orderBy('draws_at', 'desc')
    .limit(30)
    .execute()
  return () =>
    transaction(app.db, app.random, async (tx) => {
      const { append } = await openPublicLog(app, tx)
      onCommit(tx, app.witnesses.ask)
      const { index } = await append({ type: 'skip', body: { drawId: draws.pop()!.draw_id } })
      return index + 1
    })
}

/** Witnesses whose answers wait, once they are told to, until they are let go by name. */
function heldWitnesses() {
  const held = new Map<string, () => void>()
  let isHeld = false
  const serve: typeof serveCosigner = async (options) => {
    const cosigner = await serveCosigner(options)
    const url = await witnessThat((response, request) => {
      const answer = async () => {
        const asked = await text(request)
        if (isHeld) await new Promise<void>((go) => held.set(options.name.split('.')[0]!, go))
        const found = await fetch(`${cosigner.url}${request.url}`, { method: 'POST', body: asked })
        response.writeHead(found.status).end(await found.text())
      }
      answer().catch(() => response.destroy())
    })
    return { ...cosigner, url }
  }
  const letGo = async (name: string) => {
    await vi.waitFor(() => expect(held.has(name)).toBe(true), { timeout: 20_000 })
    held.get(name)!()
    held.delete(name)
  }
  return { serve, hold: () => void (isHeld = true), letGo }
}

test('witnesses that answer one after the other while the log grows sign the same checkpoints all the same', async () => {
  const { serve, hold, letGo } = heldWitnesses()
  house = await openWitnessedHouse(serve, {})
  await house.pass(60)
  hold()
  const grow = await growerOf(house)
  const first = await grow()
  const names = ['north', 'south', 'west']
  for (let turn = 0; turn < 20; turn++) {
    const name = names[turn % 3]!
    const before = (await house.stateOf(name)).size
    await letGo(name)
    await vi.waitFor(async () => expect((await house!.stateOf(name)).size).toBeGreaterThan(before), { timeout: 20_000 })
    await grow()
  }
  const witnessed = await house.app.db.query
    .selectFrom('witnessed_checkpoint')
    .select('size')
    .where('size', '>', BigInt(first + 3))
    .execute()
  expect(witnessed.length).toBeGreaterThan(2)
})

test('a witness that another node asked about a newer checkpoint meanwhile is asked again at once', async () => {
  let meanwhile: (() => Promise<number>) | null = null
  const serve: typeof serveCosigner = async (options) => {
    const cosigner = await serveCosigner(options)
    if (options.name !== 'west.example') return cosigner
    const url = await witnessThat((response, request) => {
      const answer = async () => {
        const asked = await text(request)
        const grow = meanwhile
        meanwhile = null
        if (grow) return void response.writeHead(409).end(`${await grow()}\n`)
        const found = await fetch(`${cosigner.url}${request.url}`, { method: 'POST', body: asked })
        response.writeHead(found.status).end(await found.text())
      }
      answer().catch(() => response.destroy())
    })
    return { ...cosigner, url }
  }
  house = await openWitnessedHouse(serve, {})
  await house.pass(60)
  const grow = await growerOf(house)
  meanwhile = grow
  const size = await grow()
  await house.app.witnesses.settled()
  expect(await house.stateOf('west')).toMatchObject({ size: size + 1, failures: 0, failure: null })
})

test('a witness that is slow delays no draw', async () => {
  // It never answers, and is given up after seven seconds.
  const slow = await witnessThat(() => {})
  house = await openWitnessedHouse(serveCosigner, { west: slow })
  const { tick } = openTicker(house.app)
  for (let at = 0; at < 30; at++) {
    house.clock.forward(3_000)
    const beganMs = performance.now()
    await tick()
    expect(performance.now() - beganMs).toBeLessThan(6_000)
  }
  const drawn = await house.app.db.query.selectFrom('log_record').select('seq').where('type', '=', 'result').execute()
  const voided = await house.app.db.query.selectFrom('log_record').select('seq').where('type', '=', 'void').execute()
  expect([drawn.length > 0, voided.length]).toEqual([true, 0])
})

test('a witness that has seen less, or more than our notes say, is answered with the right proof', async () => {
  house = await openWitnessedHouse(serveCosigner, {})
  await house.pass(60)
  const { size } = await house.stateOf('west')
  expect(size).toBeGreaterThan(1)
  await house.app.db.query
    .updateTable('witness_state')
    .set({ size: 1n })
    .where('witness', '=', 'west.example')
    .execute()
  await house.pass(180)
  expect(await house.stateOf('west')).toMatchObject({ failures: 0 })
  expect((await house.stateOf('west')).size).toBeGreaterThan(size)
})

test('without enough witnesses for five minutes no bets are taken, until they are back', async () => {
  let isDown = true
  const flaky = await witnessThat((response) => void (isDown ? response.writeHead(503).end() : response.end()))
  house = await openWitnessedHouse(serveCosigner, { north: flaky, west: flaky })
  const an = await house.player({ balance: '50.00', certified: true })
  const tryToBet = async () => {
    await house!.app.beacon.look()
    await house!.app.witnesses.look(false)
    return bet(an, await periodNow(an, 'ssc_10m'), { bets: ['ssc.sum_odd_even odd 1.00'] }).then(
      () => 'accepted',
      (error: { code: string; facts: { stop?: string } }) => `${error.code} ${error.facts.stop}`,
    )
  }
  await house.pass(3 * 60)
  expect(await tryToBet()).toBe('accepted')
  const { drawId, rules } = await periodNow(an, 'ssc_10m')
  const order = { drawId, rules, bets: [chosen('ssc.sum_odd_even odd 1.00')], periods: 2, stopsOnWin: false }
  const { id } = await an.call(placeRepeatOrder, order, randomUUID())
  await house.pass(4 * 60)
  expect(await tryToBet()).toBe('betting_stopped no_witnesses')
  await expect(an.call(placeRepeatOrder, order, randomUUID())).rejects.toMatchObject({ code: 'betting_stopped' })
  const placed = async () => {
    await runRepeatOrders(house!.app)
    const { items } = await an.call(listRepeatOrders, {})
    return items.find((each) => each.id === id)
  }
  const waiting = await placed()
  const { closed, witnessed } = await closes(house)
  expect([closed > 10, witnessed]).toEqual([true, 0])
  isDown = false
  await house.app.db.pool.query(
    `insert into witnessed_checkpoint select max(size), now() from log_checkpoint on conflict do nothing`,
  )
  expect(await tryToBet()).toBe('accepted')
  // The repeat order waited, with all of its money and claimed by nobody, and goes on at once.
  expect([waiting, await placed()]).toMatchObject([
    { status: 'running', held: money('2.00') },
    { status: 'running', held: money('1.00') },
  ])
})

test('a policy whose addresses cannot be asked is refused at the start', async () => {
  await expect(openWitnessedHouse(serveCosigner, { west: 'ftp://west.example' })).rejects.toThrow(
    'the address of west is not http:// or https://',
  )
})
