import { expect, test } from 'vitest'
import { currentDraws } from '#contract/play/draws'
import { quicknet, roundTimeMs } from '#core/fairness/beacon'
import vectors from '../../../core/fairness/testing/drand-quicknet.json' with { type: 'json' }
import { localAlarms } from '../node/local-alarms.ts'
import { openHouse } from '../../testing/open-house.ts'
import { openRelay } from '../../testing/draws/stand-in-relay.ts'

test('with the public beacon, bets are taken only while its rounds arrive', async () => {
  const newest = vectors.positive.at(-1)!
  let isUp = true
  const relay = await openRelay(() => (isUp ? { body: JSON.stringify(newest) } : { status: 503 }))
  const atMs = roundTimeMs(quicknet, newest.round) + 1_000
  const house = await openHouse({ atMs, beacon: 'public', beaconRelays: [relay.url] })
  const { beacon } = house.app
  const health = async () => (await house.visitor().fetch('/api/health')).json()
  await beacon.look()
  expect(await health()).toMatchObject({ beacon: 'public-beacon', betting: 'open' })
  expect(await house.visitor().call(currentDraws, {})).toMatchObject({ beacon: 'public-beacon', stop: null })
  expect([beacon.fences(newest.round + 2), beacon.fences(newest.round + 3)]).toEqual([true, false])

  isUp = false
  house.clock.to(roundTimeMs(quicknet, newest.round) + 19_000)
  await beacon.look()
  expect(beacon.stop()).toBeNull()
  house.clock.forward(1)
  expect(beacon.stop()).toBe('no_beacon')
  expect(await health()).toMatchObject({ betting: 'no_beacon' })
  // The clock ran evenly, so the beacon is late, not the clock: draws go on by the published policy.
  expect(beacon.mayAct()).toBe(true)
  await house.close()
  await relay.close()
})

test('a server that starts with its clock two hours ahead takes no bets and draws nothing', async () => {
  const newest = vectors.positive.at(-1)!
  const relay = await openRelay(() => ({ body: JSON.stringify(newest) }))
  const atMs = roundTimeMs(quicknet, newest.round) + 7_200_000
  const house = await openHouse({ atMs, beacon: 'public', beaconRelays: [relay.url] })
  // Nor before its first look at the beacon: until then nothing says that the clock is right.
  expect(house.app.beacon.mayAct()).toBe(false)
  await house.app.beacon.look()
  expect([house.app.beacon.stop(), house.app.beacon.mayAct()]).toEqual(['clock', false])
  house.clock.set(-7_200_000)
  await house.app.beacon.look()
  expect([house.app.beacon.stop(), house.app.beacon.mayAct()]).toEqual([null, true])
  await house.close()
  await relay.close()
})

test('a server that starts with its clock 12 seconds ahead takes no bets, because it would close no draw', async () => {
  const newest = vectors.positive.at(-1)!
  const relay = await openRelay(() => ({ body: JSON.stringify(newest) }))
  const atMs = roundTimeMs(quicknet, newest.round) + 12_000
  const house = await openHouse({ atMs, beacon: 'public', beaconRelays: [relay.url] })
  await house.app.beacon.look()
  expect([house.app.beacon.stop(), house.app.beacon.mayAct()]).toEqual(['clock', false])
  house.clock.set(-11_000)
  await house.app.beacon.look()
  expect([house.app.beacon.stop(), house.app.beacon.mayAct()]).toEqual([null, true])
  await house.close()
  await relay.close()
})

test('before the first round no bet is taken and no draw closed, and the first look decides whether that is an alarm', async () => {
  const relay = await openRelay(() => ({ status: 503 }))
  const house = await openHouse({ beacon: 'public', beaconRelays: [relay.url] })
  const alarms = () => localAlarms(house.app).map(({ kind }) => kind)
  expect([house.app.beacon.stop(), house.app.beacon.fences(1), alarms()]).toEqual(['no_beacon', true, []])
  await house.app.beacon.look()
  expect([house.app.beacon.stop(), alarms()]).toEqual(['no_beacon', ['beacon']])
  expect(house.app.beacon.mayAct()).toBe(false)
  await house.close()
  await relay.close()
})
