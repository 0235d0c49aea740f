import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defects } from '../scripts/simulate/defects/defects.ts'
import { misfits } from '../scripts/simulate/defects/put-back.ts'
import { notifiedAfterwards } from '../scripts/simulate/checks/told.ts'
import { History } from '../scripts/simulate/people/history.ts'
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
