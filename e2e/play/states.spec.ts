import { liftGameStop, proposeCancel, stopGame } from '#contract/console/games'
import { approveProposal } from '#contract/console/settings'
import { listBets } from '#contract/play/bets'
import { bet, periodNow } from '#server/testing/draws/betting'
import { expect, expectAccessible, picture, wordsOf } from '../journey.ts'
import { betButton, play, test } from './playing.ts'

const {
  play: says,
  draw,
  past,
  refusal,
} = (await wordsOf('en')) as Record<'play' | 'draw' | 'past' | 'refusal', Record<string, string>>

const reason = 'looked at for a journey'
const first = 'pk10.position_number@1 1 10.00'
const minuteMs = 60_000

test('a draw without its beacon is delayed and betting stops; an hour later it is drawn by the round it waited for', async ({
  page,
  house,
}) => {
  await house.liveUntil(house.clock.nowMs() + 80_000)
  const an = await house.player({ certified: true, balance: '20.00' })
  const period = await periodNow(an, 'speed_racing')
  await bet(an, period, { bets: [first] })
  await house.liveUntil(period.closesAt + 1_000)
  house.beacon.isReachable = false
  await play(page, house, { who: an, game: 'speed_racing' })
  const main = page.locator('main:visible')
  await expect(main).toContainText(period.issue)
  // The page is open and is told: its own clock knows nothing of the minute that the house's is moved by.
  await house.liveUntil(period.drawsAt + 61_000)
  await expect(main).toContainText(`Result of ${period.issue}`)
  await expect(main.getByText(draw.delayed!, { exact: true })).toBeVisible()
  await expect(main).toContainText(refusal.betting_stopped_no_beacon!)
  await page.getByRole('button', { name: says.quickPick! }).click()
  await expect(page.getByRole('button', { name: says.closed!, exact: true })).toBeDisabled()
  await expectAccessible(page)
  await picture(page, 'game-delayed')

  house.clock.to(period.drawsAt + 60 * minuteMs)
  await house.tick()
  expect(await an.balance()).toBe('10.00')
  await page.reload()
  await expect(main.getByText(draw.void!)).toHaveCount(0)

  house.beacon.isReachable = true
  // What nine games missed in that time is closed late, fifty at a turn.
  for (let turn = 0; turn < 4; turn++) await house.tick()
  await house.liveUntil(house.clock.nowMs() + 20_000)
  const { items } = await an.call(listBets, { game: 'speed_racing' })
  expect(items[0]!.outcome).toMatch(/win|lose/)
  await page.reload()
  await expect(main).not.toContainText(refusal.betting_stopped_no_beacon!)
})

test('a draw that closed late is void, says so, and gives the stake back', async ({ page, house }) => {
  await house.liveUntil(house.clock.nowMs() + 80_000)
  const an = await house.player({ certified: true, balance: '20.00' })
  const period = await periodNow(an, 'speed_racing')
  await bet(an, period, { bets: [first] })
  house.clock.to(period.drawsAt + 1_000)
  await house.tick()
  await house.tick()
  expect(await an.balance()).toBe('20.00')
  await play(page, house, { who: an, game: 'speed_racing' })
  const main = page.locator('main:visible')
  await expect(main).toContainText(`Result of ${period.issue}`)
  await expect(main.getByText(draw.void!)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'game-void')
})

test('a stopped game says so by itself and takes bets again; a cancelled draw is never called late', async ({
  page,
  house,
}) => {
  const [risk, admin] = [await house.operator('risk'), await house.operator('admin')]
  const an = await house.player({ certified: true, balance: '20.00' })
  const { drawId, rules, drawsAt, issue } = await periodNow(an, 'speed_racing')
  await bet(an, { drawId, rules }, { bets: [first] })
  await play(page, house, { who: an, game: 'speed_racing' })
  const main = page.locator('main:visible')
  const closed = page.getByRole('button', { name: says.closed!, exact: true })
  await page.getByRole('button', { name: says.quickPick! }).click()
  await expect(betButton(page)).toBeEnabled()

  const { id } = await risk.call(stopGame, { game: 'speed_racing', why: 'incident', reason })
  await expect(main).toContainText(refusal.game_stopped_incident!)
  await expect(closed).toBeDisabled()
  await expectAccessible(page)
  await picture(page, 'game-stopped')
  await admin.call(liftGameStop, { id, reason })
  await expect(main).not.toContainText(refusal.game_stopped_incident!)
  await expect(closed).toHaveCount(0)

  const { proposalId } = await risk.call(proposeCancel, { drawId, why: 'incident', reason })
  await admin.call(approveProposal, { id: proposalId })
  await expect(main.getByText(draw.cancelled!, { exact: true })).toBeVisible()
  await expect(closed).toBeDisabled()
  await house.tick()
  expect(await an.balance()).toBe('20.00')
  await picture(page, 'game-cancelled')

  // Long enough after its time for any other draw without numbers to be late.
  await house.liveUntil(drawsAt + 20_000)
  await page.reload()
  await expect(main).toContainText(`Result of ${issue}`)
  await expect(main).toContainText(past.cancelled!)
  await expect(main.getByText(draw.delayed!, { exact: true })).toHaveCount(0)
})
