import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { failureOf, failures } from './database-failures.ts'
import { trackFailures } from '../db/track-failures.ts'
import { beat } from '../services/node/beat.ts'
import { type House, openHouse } from '../testing/open-house.ts'
import type { Player, Visitor } from '../testing/person.ts'

let house: House
let an: Player
let auditor: Visitor
let owner: Client
beforeAll(async () => {
  house = await openHouse()
  an = await house.player()
  auditor = await house.operator('auditor')
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  await owner.query(`
    create table planted (code text);
    grant select on planted to clearball_app;
    create function fail() returns trigger language plpgsql as $$
    declare planned text := (select code from planted);
    begin
      if planned is not null then raise exception 'as planted' using errcode = planned; end if;
      return new;
    end $$;
    create trigger fails before update on session for each row execute function fail();
    create trigger fails before insert or update on node for each row execute function fail();`)
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

/** Makes every write to a session and to the node's own row fail with this code; null ends that. */
const plant = async (code: string | null) => {
  await owner.query('delete from planted')
  if (code !== null) await owner.query('insert into planted values ($1)', [code])
}
const write = async () => {
  const response = await an.fetch('/api/v1/session', { method: 'DELETE' })
  const { code } = response.status === 200 ? { code: null } : ((await response.json()) as { code: string })
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
}
const health = async () => {
  const response = await fetch(`${house.playerUrl}/api/health`)
  return (await response.json()) as { ready: boolean; why: string[]; warnings: string[] }
}
const alarms = async () => (await auditor.call(showDesk, {})).alarms.filter(({ kind }) => kind === 'database')

const failed = (code: string) => Object.assign(new Error('as planted'), { code })

// These take the node out of the load balancer at once and raise an alarm; the node is back when writing works again.
const hard: [what: string, code: string, says: string][] = [
  ['a standby that is not promoted yet', '25006', 'the database takes no writes'],
  ['a full disk', '53100', 'the database’s disk is full'],
  ['a server out of memory', '53200', 'the database is out of memory'],
  ['more connections than the server allows', '53300', 'the database has no connection left'],
  ['an administrator who stops the server', '57P01', 'the database is stopping or starting'],
  ['a server that crashed', '57P02', 'the database is stopping or starting'],
  ['a server that is starting', '57P03', 'the database is stopping or starting'],
  ['a connection that is lost', '08006', 'the database is out of reach'],
  ['a log-in that is refused', '28P01', 'the database refuses the log-in'],
  ['a page that cannot be read', 'XX001', 'the database found damaged data'],
]

// A single row or moment can cause these: the client is asked to retry, and only repeated failures raise an alarm.
const soft: [what: string, code: string, says: string][] = [
  ['a statement that took too long', '57014', 'the database is too slow'],
  ['a lock that was not given', '55P03', 'locks are waited for too long'],
  ['a conflict that retries did not end', '40001', 'transactions keep on conflicting'],
]

describe('a failure of the database', () => {
  test.each(hard)(
    '%s (%s) is answered busy, takes the node out of service, and raises an alarm',
    async (_, code, says) => {
      await plant(code)
      expect(await write()).toMatchObject({ status: 503, code: 'busy', retryAfter: expect.stringMatching(/^\d+$/) })
      expect(await health()).toMatchObject({ ready: false, why: expect.arrayContaining([says]) })
      expect(await alarms()).toMatchObject([{ what: expect.stringContaining(says) }])
      await plant(null)
      // The next successful write brings the node back, where a write proves that the failure is over.
      if (failures[failureOf(failed(code))!].lingersMs > 0) return
      await beat(house.app)
      expect((await health()).why).not.toContain(says)
    },
  )

  test('the node itself writes often enough to be back within seconds', async () => {
    const [, code, says] = hard[0]!
    await plant(code)
    await write()
    expect((await health()).why).toContain(says)
    await plant(null)
    await expect.poll(async () => (await health()).why, { timeout: 20_000 }).not.toContain(says)
  })

  test.each(soft)('%s (%s) is answered busy, and raises an alarm when it keeps happening', async (_, code, says) => {
    await plant(code)
    expect(await write()).toMatchObject({ status: 503, code: 'busy', retryAfter: expect.stringMatching(/^\d+$/) })
    expect((await alarms()).map(({ what }) => what).join()).not.toContain(says)
    await Promise.all(Array.from({ length: 20 }, write))
    const { why, warnings } = await health()
    expect([why.includes(says), warnings.includes(says)]).toEqual([false, true])
    expect(await alarms()).toMatchObject([{ what: expect.stringContaining(says) }])
    await plant(null)
  })

  test('a deadlock that retries did not end is answered busy', async () => {
    await plant('40P01')
    expect(await write()).toMatchObject({ status: 503, code: 'busy' })
    await plant(null)
  })

  test('a full disk stays reported for a while, even though the node can write its own row', () => {
    let nowMs = 1_000
    const tracker = trackFailures(() => nowMs)
    tracker.note(failed('53100'))
    tracker.note(failed('25006'))
    nowMs += 100
    tracker.works()
    expect(tracker.now()).toMatchObject([{ kind: 'disk_full', forMs: 100 }])
    nowMs += failures.disk_full.lingersMs
    expect(tracker.now()).toEqual([])
    for (let at = 0; at < 20; at++) tracker.note(failed('55P03'))
    expect(tracker.now()).toMatchObject([{ kind: 'locked' }])
    nowMs += failures.locked.lingersMs
    expect(tracker.now()).toEqual([])
  })

  test.each([
    ['a broken constraint', '23514'],
    ['a broken protocol', '08P01'],
  ])('any other error, such as %s (%s), is a fault of ours and not a lost database', async (_, code) => {
    await plant(code)
    expect(await write()).toMatchObject({ status: 500, code: 'fault', retryAfter: null })
    await plant(null)
    expect((await health()).why).not.toContain(failures.lost.says)
  })
})
