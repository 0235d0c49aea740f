import { readFile } from 'node:fs/promises'
import { type GameCode, games } from '#core/games/catalogue'
import { periodNow } from '#server/testing/draws/betting'
import { back, tab } from './player.ts'
import { type Stage, centsOf, expect, screenOf } from './stage.ts'

/** More draws than this without a ball that gives the stake back come once in a million lives. */
const roundsMost = 24

type Outcome = 'win' | 'lose' | 'push'

async function openGame({ page, words }: Stage, game: GameCode): Promise<void> {
  await screenOf(page).getByRole('listitem').getByRole('link', { name: words.game![game]! }).click()
  await expect(page.getByRole('group', { name: words.play!.markets! })).toBeVisible()
}

/** Buys what is chosen at a dollar a line, and returns to the games. */
async function buy(stage: Stage): Promise<void> {
  const { page, words } = stage
  const { play, common, success } = words
  const slip = page.getByRole('complementary')
  await slip.getByLabel(play!.stake!).fill('1')
  await slip.getByRole('button', { name: new RegExp(`^${play!.betFor!.replace('{{amount}}', '.+')}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: common!.confirm!, exact: true }).click()
  await expect(page.getByText(success!.purchased!)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await back(stage)
}

/** Chooses both sides of the first market: whatever is drawn, one wins and the other loses, or both are given back. */
async function chooseBothSides({ page }: Stage): Promise<void> {
  const cells = screenOf(page).locator('section[aria-labelledby]').first().getByRole('button')
  await cells.nth(0).click()
  await cells.nth(1).click()
}

/** Bets on both sides of each ball: a ball of 11 gives both stakes back. */
async function betOnEveryBall(stage: Stage): Promise<void> {
  const { page, words } = stage
  await openGame(stage, 'speed_11x5')
  const balls = page.getByRole('group', { name: words.play!.tabBalls!, exact: true }).getByRole('radio')
  await expect(balls).toHaveCount(5)
  for (const ball of await balls.all()) {
    await ball.check({ force: true })
    await expect(page.locator('main:visible [aria-busy=true]')).toHaveCount(0)
    await chooseBothSides(stage)
  }
  await buy(stage)
}

/** Bets a dollar on both sides of every game; those whose draw is next come first. */
export async function betOnAllNine(stage: Stage): Promise<void> {
  await tab(stage, 'home')
  await betOnEveryBall(stage)
  const byTime = games.filter(({ code }) => code !== 'speed_11x5')
  for (const { code } of byTime.toSorted((one, other) => one.intervalSec - other.intervalSec)) {
    await openGame(stage, code)
    await chooseBothSides(stage)
    await buy(stage)
  }
}

/** The rows of completed bets on a period, as bet orders show them. */
async function completed(stage: Stage, issue: string) {
  const { page, words } = stage
  await tab(stage, 'orders')
  await screenOf(page).getByText(words.orders!.completed!, { exact: true }).first().click()
  const rows = screenOf(page)
    .getByRole('listitem')
    .filter({ hasText: words.game!.speed_11x5! })
    .filter({ hasText: issue })
  await expect(rows).toHaveCount(10)
  return rows
}

/** Bets the same again on draw after draw until one gave a stake back, and shows its row. */
export async function playUntilPush(stage: Stage): Promise<void> {
  const { house, page, words, liveUntil } = stage
  for (let round = 0; round < roundsMost; round++) {
    if (round > 0) {
      await tab(stage, 'home')
      await openGame(stage, 'speed_11x5')
      await page.getByRole('button', { name: words.play!.again! }).click()
      await buy(stage)
    }
    const { issue, drawsAt } = await periodNow(house.visitor(), 'speed_11x5')
    await liveUntil(drawsAt + 5_000)
    const rows = await completed(stage, issue)
    if ((await rows.filter({ hasText: words.orders!.push! }).count()) > 0) return
  }
  throw new Error(`no stake came back in ${roundsMost} draws`)
}

/** At 1.96 a dollar that wins pays 1.96, one that is given back 1.00. */
const paid: Readonly<Record<Outcome, bigint>> = { win: 196n, push: 100n, lose: 0n }

/** Opens a bet of each outcome and reads what it paid. */
export async function seeOutcomes(stage: Stage): Promise<void> {
  const { page, words } = stage
  const { orders, game } = words
  for (const outcome of ['win', 'lose', 'push'] as const) {
    const label = page.getByText(orders![outcome]!, { exact: true })
    const rows = screenOf(page).getByRole('listitem').filter({ hasText: game!.speed_11x5! }).filter({ has: label })
    await rows.first().getByRole('link').click()
    const row = screenOf(page).getByRole('listitem').filter({ hasText: orders!.payout! })
    expect([outcome, centsOf((await row.locator('.tabular-nums').textContent())!)]).toEqual([outcome, paid[outcome]])
    if (outcome !== 'push') await back(stage)
  }
}

type VerifyTexts = {
  passTitle: string
  showHow: string
  pass: string
  fail: string
  steps: Record<string, { title: string }>
}

/** From the bet that is open: the draw is recalculated in the browser, the player's own receipts among it. */
export async function verifyDraw(stage: Stage): Promise<void> {
  const { page, words, locale } = stage
  const file = `src/web/routes/fair/drawId/texts/${locale}.json`
  const { passTitle, showHow, pass, fail, steps } = JSON.parse(await readFile(file, 'utf8')) as VerifyTexts
  const screen = screenOf(page)
  await screen.getByRole('link', { name: words.orders!.verify! }).click()
  await expect(screen.getByText(passTitle)).toBeVisible()
  await screen.getByText(showHow, { exact: true }).click()
  for (const own of ['outcome-recomputes', 'bet-in-root', 'payout-follows'])
    await expect(screen.getByRole('listitem').filter({ hasText: steps[own]!.title })).toContainText(pass)
  await expect(screen.getByText(fail, { exact: true })).toHaveCount(0)
  await back(stage)
  await back(stage)
}
