import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlayerStatus } from '#contract/console/players'
import { operatorMe } from '#contract/ops'
import { enterAsDemoOperator, enterAsDemoPlayer } from '#contract/people/demo'
import { me } from '#contract/people/me'
import { endOtherSessions, listSessions } from '#contract/people/sessions'
import { openSessionsMost } from '#core/rules/session'
import { type House, openHouse } from '../../testing/open-house.ts'
import { openVisitor, testPassword } from '../../testing/person.ts'
import { listen } from '../../testing/servers/listen.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** More events than the parameters of one statement have room for, at four each. */
const tooMany = 17_000

type Owner = { readonly table: 'player' | 'operator'; readonly account: string }

/** Opens sessions whose tokens nobody has, as many log-ins at this moment would. */
async function addSessions({ table, account }: Owner, count: number, { app }: House = house): Promise<void> {
  const now = new Date(app.clock.nowMs())
  await sql`
    insert into session (token_hash, id, ${sql.ref(`${table}_id`)}, created_at, seen_at, playing_since, confirmed_at, address, agent)
    select sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), id, ${now}, ${now}, ${now}, ${now}, '127.0.0.1', 'many'
    from ${sql.table(table)}, generate_series(1, ${count}) where account = ${account}`.execute(app.db.query)
}

async function openSessions({ table, account }: Owner): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from session join ${sql.table(table)} owner on owner.id = ${sql.ref(`${table}_id`)}
    where owner.account = ${account} and ended_at is null`.execute(house.app.db.query)
  return Number(rows[0]!.count)
}

const isReady = async () => (await (await fetch(`${house.playerUrl}/api/health`)).json()) as { ready: boolean }

test('a player with any number of open sessions can be frozen, and the node stays in service', async () => {
  const [an, risk] = [await house.player(), await house.operator('risk')]
  const owner = { table: 'player', account: an.account } as const
  await addSessions(owner, tooMany)
  await risk.call(setPlayerStatus, { id: an.id, status: 'frozen', reason: 'looks like fraud' })
  await expect(an.call(me, {})).rejects.toMatchObject({ code: 'session_broken' })
  expect(await openSessions(owner)).toBe(0)
  expect(await isReady()).toMatchObject({ ready: true })
})

test('a player with any number of open sessions is shown a bounded list with their own, and can end the others', async () => {
  const an = await house.player()
  house.clock.forward(1000)
  await addSessions({ table: 'player', account: an.account }, tooMany)
  const { items } = await an.call(listSessions, {})
  expect(items).toHaveLength(openSessionsMost)
  expect(items.filter(({ isThis }) => isThis)).toHaveLength(1)
  expect(await an.call(endOtherSessions, {})).toEqual({ ended: tooMany })
  expect(await isReady()).toMatchObject({ ready: true })
})

test('a log-in beyond fifty ends the session that was not used for the longest time, and its live streams', async () => {
  const an = await house.player()
  const [owner, used] = [{ table: 'player', account: an.account } as const, house.visitor()]
  const stream = await listen(an)
  await used.signIn(an.account, testPassword)
  house.clock.forward(3_600_000)
  await addSessions(owner, openSessionsMost - 2)
  await used.call(me, {})
  expect(await openSessions(owner)).toBe(openSessionsMost)
  const phone = house.visitor()
  await phone.signIn(an.account, testPassword)
  await stream.ends()
  expect(stream.heard.at(-1)).toMatchObject({ kind: 'session.ended' })
  await expect(an.call(me, {})).rejects.toMatchObject({ code: 'session_broken' })
  for (const each of [used, phone]) expect(await each.call(me, {})).toMatchObject({ id: an.id })
  expect(await openSessions(owner)).toBe(openSessionsMost)
})

test('an operator’s log-in beyond fifty ends the oldest as well', async () => {
  const first = await house.operator('support')
  house.clock.forward(1000)
  const owner = { table: 'operator', account: 'support' } as const
  await addSessions(owner, openSessionsMost)
  const next = await house.operator('support')
  await expect(first.call(operatorMe, {})).rejects.toMatchObject({ code: 'session_broken' })
  expect(await next.call(operatorMe, {})).toMatchObject({ role: 'support' })
  expect(await openSessions(owner)).toBe(openSessionsMost)
})

test('visitors of a demonstration who share its player or an operator do not end each other’s sessions', async () => {
  const demonstration = await openHouse({ hasDemoPeople: true })
  const players = [demonstration.visitor(), demonstration.visitor()]
  const operators = players.map(() => openVisitor(demonstration.consoleUrl))
  for (const at of [0, 1]) {
    await players[at]!.call(enterAsDemoPlayer, {})
    await operators[at]!.call(enterAsDemoOperator, { role: 'risk' })
    demonstration.clock.forward(1000)
    await addSessions({ table: 'player', account: 'demo' }, 4 * openSessionsMost, demonstration)
    await addSessions({ table: 'operator', account: 'risk' }, 4 * openSessionsMost, demonstration)
  }
  for (const each of players) expect(await each.call(me, {})).toMatchObject({ account: 'demo' })
  for (const each of operators) expect(await each.call(operatorMe, {})).toMatchObject({ account: 'risk' })
  await demonstration.close()
})
