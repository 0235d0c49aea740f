import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { loadMails } from '#contract/mails'
import type { OperatorRole } from '#contract/ops'
import { loadServiceTexts } from '#contract/service/texts'
import { loadNames, loadPlays, loadTexts } from '#contract/texts'
import { sealLedger } from '#server/services/ledger/seal'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { publishAddress, uploadVoucher, voucherPicture, withdrawer } from '#server/testing/money'
import type { Visitor } from '#server/testing/person'
import { testDatabaseUrl } from '#server/testing/test-cluster'
import type { Belongings } from '../people/players.ts'
import type { Identity } from '../people/person.ts'

type PreparedPlayer = Identity & { readonly id: string; readonly own: Belongings }
type PreparedOperator = Identity & { readonly role: OperatorRole }

/** A database with people and a published schedule, which every run copies. */
export type Prepared = {
  readonly template: string
  readonly openedMs: number
  readonly players: readonly PreparedPlayer[]
  readonly operators: readonly PreparedOperator[]
  readonly pictures: readonly Buffer[]
}

/** Few, so that players also send a picture that somebody else has sent. */
const pictureCount = 8

/** An hour at which all games are drawn: half past one in the afternoon, UTC+8. */
const openingMs = Date.UTC(2026, 10, 2, 5, 30, 0)

export const openingBalance = '1500.00'

const staff: readonly OperatorRole[] = ['finance', 'risk', 'reviewer', 'admin', 'support', 'auditor']
/** Second persons, without whom nothing that needs two would ever be decided. */
const seconds: readonly OperatorRole[] = ['finance', 'risk', 'reviewer']

/** Texts are loaded when they are first needed. Reading them takes real time, so all are read before the first run. */
export async function loadAllTexts(): Promise<void> {
  const loaders = [loadTexts, loadNames, loadPlays, loadMails, loadServiceTexts].flatMap((each) => Object.values(each))
  await Promise.all(loaders.map((load) => load()))
}

/** Builds the house once for a process; opening it takes longer than a short run. */
export async function prepareHouse(playerCount: number): Promise<Prepared> {
  const house = await openDrawHouse({ atMs: openingMs, logLevel: 'silent', checkOutputs: false })
  const operators: PreparedOperator[] = []
  const visitors: Visitor[] = []
  for (const role of staff) {
    const visitor = await house.operator(role)
    visitors.push(visitor)
    operators.push({ name: role, account: role, role, audience: 'console', cookies: cookiesOf(visitor) })
  }
  await publishAddress(visitors[0]!, visitors[1]!)
  for (const role of seconds) {
    const visitor = await house.colleague(role)
    const { account } = (await (await visitor.fetch('/api/v1/console/me')).json()) as { account: string }
    operators.push({ name: `second ${role}`, account, role, audience: 'console', cookies: cookiesOf(visitor) })
  }
  const players: PreparedPlayer[] = []
  for (let number = 1; number <= playerCount; number++) {
    const player = await withdrawer(house, openingBalance)
    const voucherIds: string[] = []
    for (let each = 0; each < 3; each++) voucherIds.push(await uploadVoucher(player))
    const { id, account, walletId } = player
    const own = { walletId, voucherIds }
    players.push({ name: `player ${number}`, id, account, audience: 'player', cookies: cookiesOf(player), own })
  }
  // Some calls give the password again, which renews the cookies.
  const renewed = operators.map((each, at) => (visitors[at] ? { ...each, cookies: cookiesOf(visitors[at]) } : each))
  const pictures = await Promise.all(
    Array.from({ length: pictureCount }, (_, at) => voucherPicture(`${at}${at}c0ffee`)),
  )
  const template = `simulated_${randomUUID().replaceAll('-', '')}`
  const openedMs = house.clock.nowMs()
  // The jobs of this house run in real time. Whatever they have left would be done in the first moments of a run, or not.
  while ((await sealLedger(house.app)) > 0);
  await house.leave(template)
  return { template, openedMs: Math.max(openedMs, openingMs) + 1_000, players, operators: renewed, pictures }
}

const cookiesOf = ({ cookies }: Visitor) => [...cookies]

/** Copies the prepared database for one run. */
export async function copyDatabase(
  template: string,
  name: string,
): Promise<{ url: string; adminUrl: string; drop(): Promise<void> }> {
  const asSuperuser = async (statement: string) => {
    const client = new Client({ connectionString: testDatabaseUrl('postgres', 'postgres') })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await asSuperuser(`create database ${name} template ${template} owner clearball_owner strategy file_copy`)
  return {
    url: testDatabaseUrl('clearball_server', name),
    adminUrl: testDatabaseUrl('postgres', name),
    drop: () => asSuperuser(`drop database ${name} with (force)`),
  }
}

/** Whoever closes a circle of locks finds it at once, before anybody else looks, and no background work of the server takes a lock. */
export async function quietServer(): Promise<void> {
  const client = new Client({ connectionString: testDatabaseUrl('postgres', 'postgres') })
  await client.connect()
  await client.query('alter system set autovacuum = off')
  await client.query(`alter system set deadlock_timeout = '1ms'`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
