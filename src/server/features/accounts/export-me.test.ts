import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { exportMe } from '#contract/people/profile'
import { askRecovery } from '#contract/people/recovery'
import { intrude } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player } from '../../testing/person.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const emailOf = ({ account }: Player) => `${account}@players.example`

test('the export contains no code that was mailed, and nobody else’s mail', async () => {
  const phong = await house.player()
  const visitor = house.visitor()
  await visitor.call(askRecovery, { account: phong.account, captcha: await visitor.captcha('recover') })
  const [mail] = await house.mailsTo(emailOf(phong), ({ subject }) => /\d{8}/.test(subject))
  const code = /\d{8}/.exec(mail!.subject)![0]
  const before = new Date(house.clock.nowMs() - 1)
  await intrude(house, (tx) =>
    sql`
      insert into mail (id, recipient, subject, body, created_at, due_at, sent_at)
      values (gen_random_uuid(), ${emailOf(phong)}, 'to its former owner', '', ${before}, ${before}, ${before})`.execute(
      tx,
    ),
  )
  const kept = await phong.call(exportMe, {})
  expect(JSON.stringify(kept)).not.toContain(code)
  expect(kept.mails).toHaveLength((await house.mailsTo(emailOf(phong))).length)
})

test('the export has the newest thousand of a list, and names the lists that have more', async () => {
  const tam = await house.player()
  const excluded = (hours: number, from: string) =>
    intrude(house, (tx) =>
      sql`
        insert into exclusion (id, player_id, kind, began_at, until)
        select gen_random_uuid(), ${tam.id}, 'time_out', at, at + interval '1 day'
        from generate_series(${from}::timestamptz, '2020-02-12', interval '1 hour') at limit ${hours}`.execute(tx),
    )
  const exported = async () => {
    const { exclusions, cutToNewest } = (await tam.call(exportMe, {})) as {
      exclusions: { began_at: string }[]
      cutToNewest: string[]
    }
    return [exclusions.length, exclusions[0]!.began_at, cutToNewest]
  }
  await excluded(1_000, '2020-01-01T01:00:00.000Z')
  expect(await exported()).toEqual([1_000, '2020-01-01T01:00:00.000Z', []])
  await excluded(1, '2020-01-01')
  expect(await exported()).toEqual([1_000, '2020-01-01T01:00:00.000Z', ['exclusions']])
})
