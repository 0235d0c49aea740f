import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribePush } from '#contract/people/push'
import { site } from '#contract/site'
import { type House, openHouse } from '../../testing/open-house.ts'
import { openPushReceiver } from '../../testing/push/receiver.ts'

let house: House
beforeAll(async () => void (house = await openHouse({ push: null })))
afterAll(() => house.close())

test('without keys there are no notifications, and the app is told so', async () => {
  const an = await house.player()
  expect((await an.call(site, {})).pushKey).toBeNull()
  const receiver = await openPushReceiver('')
  await expect(an.call(subscribePush, receiver.browser().subscription)).rejects.toMatchObject({
    code: 'push_not_offered',
  })
  await receiver.close()
})
