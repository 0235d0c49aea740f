import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWitness } from '#contract/play/draws'
import { formatInstant } from '#core/fairness/instant'
import { countersign } from '#core/fairness/signatures'
import { periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse({ trustedProxies: ['127.0.0.1'], rateLimitFactor: 1 })
})
afterAll(() => house.close())

test('one network gets at most four of a draw’s witness places, however many keys it uses', async () => {
  const { drawId, closesAt } = await periodNow(house.visitor(), 'speed_racing')
  await house.liveUntil(closesAt)
  const { hash: closeHash } = await house.app.db.query
    .selectFrom('log_record')
    .select('hash')
    .where('draw_id', '=', drawId)
    .where('type', '=', 'close')
    .executeTakeFirstOrThrow()
  const say = (address: string, key: number) => {
    const note = { closeHash, seenAt: formatInstant(house.clock.nowMs()) }
    return house.visitorAt(address).call(addWitness, countersign(drawId, note, key.toString(16).padStart(64, '1')))
  }
  const answers: boolean[] = []
  for (let key = 1; key <= 8; key++) answers.push((await say(`2001:db8:1:1::${key}`, key)).isCounted)
  expect(answers).toEqual([true, true, true, true, false, false, false, false])
  // Asking again takes no further place, and gets the same answer.
  expect(await say('2001:db8:1:1::1', 1)).toEqual({ isCounted: true, witnesses: 4 })
  expect(await say('192.0.2.7', 9)).toEqual({ isCounted: true, witnesses: 5 })
})
