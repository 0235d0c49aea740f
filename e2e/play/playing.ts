import type { Locator, Page } from '@playwright/test'
import type { Output } from '#contract/endpoint'
import type { Locale } from '#contract/locales'
import { listBets } from '#contract/play/bets'
import { type GameCode, games } from '#core/games/catalogue'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import type { Player } from '#server/testing/person'
import { test as base, enter, expect, lent } from '../journey.ts'

/** A page in a house that draws, as its clock is moved. */
export const test = base.extend<{ house: DrawHouse }>({
  house: lent(() => openDrawHouse()),
})

/** Where a game is played. */
export function pathOf(game: GameCode): string {
  const { family } = games.find(({ code }) => code === game)!
  return `/play/${family === 'pk10' || family === 'ssc' ? 'game' : 'czgame'}?game=${game}`
}

/** Opens a game as a player who logged in elsewhere. */
export async function play(
  page: Page,
  house: DrawHouse,
  at: { who: Player; game: GameCode; locale?: Locale },
): Promise<void> {
  await enter(page, at.who, { path: pathOf(at.game), locale: at.locale ?? 'en', url: house.playerUrl })
}

/** Shows what a chip of the board stands for; the cells follow the chip a moment later. */
export async function show(page: Page, chip: Locator): Promise<void> {
  await chip.check({ force: true })
  await expect(page.locator('main:visible [aria-busy=true]')).toHaveCount(0)
}

/** Chooses the first thing of every section that is on the board now: a cell, or as many numbers as a line needs. */
export async function chooseFromEach(page: Page): Promise<void> {
  for (const section of await page.locator('main:visible section[aria-labelledby]').all()) {
    const rows = await section.getByRole('group').all()
    if (rows.length === 0) await section.getByRole('button').first().click()
    for (const [at, row] of rows.entries()) {
      // Eight are enough for the market that takes the most; where order counts, each row has a number of its own.
      const numbers = row.getByRole('button')
      const wanted = rows.length > 1 ? [at] : [0, 1, 2, 3, 4, 5, 6, 7].slice(0, await sizeOf(section))
      for (const number of wanted) await numbers.nth(number).click()
    }
  }
}

/** How many numbers a line of the section takes, as it says itself. */
async function sizeOf(section: Locator): Promise<number> {
  return Number(/Choose (\d+) or more/.exec((await section.textContent())!)![1])
}

/** The field of the stake at the page's lower edge. */
export const stakeOf = (page: Page): Locator => page.getByRole('complementary').getByLabel('Stake per line')

/** The button that opens the slip, with what it costs. */
export const betButton = (page: Page): Locator =>
  page.getByRole('complementary').getByRole('button', { name: /^Bet(?! ?ting)/ })

/** Buys what is chosen with these amounts together on each line, or with the stake that stands there. */
export async function buy(page: Page, amounts: readonly string[]): Promise<void> {
  if (amounts.length > 0) await stakeOf(page).fill(String(amounts.reduce((sum, each) => sum + Number(each), 0)))
  await betButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Every bet that a player placed. */
export async function betsOf(player: Player): Promise<readonly string[]> {
  const found: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const { items, next }: Output<typeof listBets> = await player.call(listBets, after ? { after } : {})
    found.push(...items.map(({ play: code, selection }) => `${code} ${selection}`))
    after = next
  }
  return found
}

/** Lets the house's clock run as fast as ours, until it is told to stop. */
export function letTimeRun({ clock }: DrawHouse): () => void {
  const [beganAt, clockAt] = [performance.now(), clock.nowMs()]
  const timer = setInterval(() => clock.to(clockAt + Math.floor(performance.now() - beganAt)), 5)
  return () => clearInterval(timer)
}
