import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { proposeCancel } from '#contract/console/games'
import { approveProposal } from '#contract/console/settings'
import { stakesInPlay } from '#contract/play/bets'
import { bet, periodNow } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import type { Player } from '../../../testing/person.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const slip = { bets: ['pk10.position_number@1 1 5.00'] }
/** What a player has, and what of it is in play. */
const purse = async (player: Player) => [await player.balance(), (await player.call(stakesInPlay, {})).stakes]

test('a stake leaves play when its cancelled draw has given it back, which is before the draw’s time', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const { drawId, ...period } = await periodNow(an, 'speed_racing')
  await bet(an, { drawId, ...period }, slip)
  expect(await purse(an)).toEqual(['15.00', 5_00n])
  const [risk, admin] = [await house.operator('risk'), await house.operator('admin')]
  const { proposalId } = await risk.call(proposeCancel, { drawId, why: 'incident', reason: 'wrong numbers' })
  await admin.call(approveProposal, { id: proposalId })
  expect(await purse(an)).toEqual(['15.00', 5_00n])
  await house.tick()
  expect(await purse(an)).toEqual(['20.00', 0n])
  expect(house.clock.nowMs()).toBeLessThan(period.drawsAt)
})

test('a stake stays in play while nobody closes its draw, also past the draw’s time', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt)
  const period = await periodNow(an, 'speed_racing')
  await bet(an, period, slip)
  house.clock.to(period.drawsAt + 1_000)
  expect(await purse(an)).toEqual(['15.00', 5_00n])
  await house.liveUntil(period.drawsAt + 60_000)
  expect(await purse(an)).toEqual(['20.00', 0n])
})
