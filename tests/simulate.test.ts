import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defects } from '../scripts/simulate/defects/defects.ts'
import { misfits } from '../scripts/simulate/defects/put-back.ts'
import type { Verdict } from '#core/fairness/verify'
import { unproven } from '../scripts/simulate/checks/draws.ts'
import { lateArrivals } from '../scripts/simulate/checks/books.ts'
import { notifiedAfterwards } from '../scripts/simulate/checks/told.ts'
import { History } from '../scripts/simulate/people/history.ts'
import { isMoney } from '../scripts/simulate/run/points.ts'
import { Activity } from '../scripts/simulate/world/context.ts'

test('every defect that the simulator must find still fits the sources', async () => {
  expect(await misfits(defects)).toEqual([])
})

test('results of real work are delivered in the order in which it began, and waited for', async () => {
  const activity = new Activity()
  const delivered: string[] = []
  void activity.during('slow', sleep(30)).then(() => delivered.push('slow'))
  void activity.during('quick', sleep(1)).then(() => delivered.push('quick'))
  await activity.settled()
  expect(delivered).toEqual(['slow', 'quick'])
})

test('a run does not wait for what an earlier run left behind', async () => {
  const activity = new Activity()
  void activity.during('never ends', new Promise(() => {}))
  activity.clear()
  const delivered: string[] = []
  void activity.during('next', sleep(1)).then(() => delivered.push('next'))
  await activity.settled()
  expect(delivered).toEqual(['next'])
})

test('a notification after the browser unsubscribed is a finding, one before is not', () => {
  const history = new History()
  const call = (name: string, answeredMs: number, input = {}) => {
    const told = history.begin({ who: 'an', call: name, input, key: null, logins: 0, sentMs: answeredMs - 1 })
    Object.assign(told, { outcome: 'ok', answeredMs })
  }
  const endpoint = 'https://push.example/1'
  call('push.subscribe', 10, { endpoint })
  call('push.unsubscribe', 20)
  expect(notifiedAfterwards(history, [{ endpoint, atMs: 15 }])).toEqual([])
  expect(notifiedAfterwards(history, [{ endpoint, atMs: 25 }])).toHaveLength(1)
})

/** Functions that the app may call and that write nothing that draws and money consist of. */
const otherFunctions = [
  'make_partitions',
  'roll_up_periods',
  'roll_up_players',
  'roll_up_reviews',
  'tell_players',
  'wait_for_account',
]

test('a node crashes around every function of the database that writes draws or money, however it is called', async () => {
  const folder = 'src/server/db/schema/functions'
  const sources = await Promise.all((await readdir(folder)).map((file) => readFile(`${folder}/${file}`, 'utf8')))
  const writers = sources.flatMap((text) => {
    const [, name] = /grant execute on function (\w+) to clearball_app/.exec(text) ?? []
    return name && !/\b(stable|immutable)\b/.test(text) && !otherFunctions.includes(name) ? [name] : []
  })
  expect(writers).toEqual(expect.arrayContaining(['pay_rebates', 'place_bets', 'place_repeat_order', 'settle_bets']))
  for (const name of writers)
    for (const text of [`select * from ${name}($1, $2)`, `select ${name}($1) as done`]) {
      expect(isMoney({ text, former: null }), text).toBe(true)
      expect(isMoney({ text: 'commit', former: text }), `after ${text}`).toBe(true)
    }
})

test('a statement that only reads is no place where money is written', () => {
  const reads = ['select max("size") as size from log_checkpoint', 'select * from play_room($1, $2)']
  expect(reads.filter((text) => isMoney({ text, former: null }))).toEqual([])
  expect(isMoney({ text: 'select * from "period" where "id" = $1 for no key update', former: null })).toBe(true)
})

test('a bet is late if its request first arrived at a node after the close, whenever it was sent and whatever was answered', () => {
  const history = new History()
  const bet = (key: string, arrivedMs: number, outcome: string) =>
    Object.assign(history.begin({ who: 'an', call: 'bets.place', input: {}, key, logins: 0, sentMs: 0 }), {
      arrivedMs,
      outcome,
    })
  bet('in time', 900, 'ok')
  bet('held up', 9_000, 'ok')
  bet('never answered', 9_000, 'unknown')
  const placed = history.told.map(({ key }) => ({ key: key!, drawId: 'k3_5m:1', closesMs: 1_000 }))
  expect(lateArrivals(placed, history)).toHaveLength(2)
  expect(lateArrivals([{ key: 'by a repeat order', drawId: 'k3_5m:1', closesMs: 0 }], history)).toEqual([])
})

test('a step of a settled draw that nobody could take is a finding, as one that failed', () => {
  const verdict = (name: string, status: string, reason: string | null = null) =>
    ({ drawId: 'k3_5m:1', steps: [{ step: 1, name, status, reason, facts: { bets: 1 } }] }) as unknown as Verdict
  const drawn = { isDrawn: true, bets: 2, isCalm: true, hasReceipts: true, isPaidShown: true }
  expect(unproven(verdict('log-holds', 'pass'), drawn)).toEqual([])
  expect(unproven(verdict('bets-file-holds', 'pass'), drawn)).toHaveLength(1)
  expect(unproven(verdict('bets-file-holds', 'pass'), { ...drawn, bets: 1 })).toEqual([])
  for (const reason of ['no-receipt', 'no-bets-file', 'no-payout-stated', 'draw-void'])
    expect(unproven(verdict('bet-in-root', 'not-checked', reason), drawn)).toHaveLength(1)
  expect(unproven(verdict('paid-total-follows', 'not-checked', 'no-bets-file'), { ...drawn, bets: 0 })).toEqual([])
  const unseen = verdict('witnessed', 'fail', 'close-not-witnessed')
  expect(unproven(unseen, drawn)).toHaveLength(1)
  expect(unproven(unseen, { ...drawn, isCalm: false })).toEqual([])
  expect(unproven(verdict('witnessed', 'fail', 'cosignature-false'), { ...drawn, isCalm: false })).toHaveLength(1)
})
