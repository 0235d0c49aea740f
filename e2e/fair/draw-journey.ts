import type { Page } from '@playwright/test'
import type { GameCode } from '#core/games/catalogue'
import { findPeriod } from '#core/periods/schedule'
import { bet, periodNow } from '#server/testing/draws/betting'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { type WitnessedHouse, openWitnessedHouse } from '#server/testing/draws/witnesses'
import { type Proving, openProving } from '#server/testing/liabilities/proving'
import type { Player, Visitor } from '#server/testing/person'
import { serveCosigner } from '../../verify/cosigner/serve.ts'
import { enter, expect, lent, test as base } from '../journey.ts'

/** A journey in a house whose games are drawn as its clock is moved. */
export const test = base.extend<{ house: DrawHouse }>({
  house: lent(() => openDrawHouse()),
})

/** A journey in a house that asks three witnesses, of which two are enough. */
export const witnessedTest = base.extend<{ house: WitnessedHouse }>({
  house: lent(() => openWitnessedHouse(serveCosigner, {})),
})

/** A journey in a house that opens at an instant and proves what it owes when it is told to. */
export const provingTest = (atMs: number) =>
  test.extend<{ house: DrawHouse; proving: Proving }>({
    house: lent(() => {
      // Hours without a ticker are made up for draw by draw, which takes its time where others compute too.
      test.setTimeout(420_000)
      return openDrawHouse({ atMs })
    }),
    proving: async ({ house }, use) => {
      const proving = openProving(house.app)
      await use(proving)
      await proving.close()
    },
  })

/** Bets on the draw of a game that takes bets now. */
export async function betNow(player: Visitor, game: GameCode, bets: readonly string[]): Promise<string> {
  const period = await periodNow(player, game)
  await bet(player, period, { bets })
  return period.drawId
}

export const instantsOf = (drawId: string) => findPeriod(drawId)!

/** Lets time pass until a draw is drawn and everybody paid. */
export async function drawn(house: DrawHouse, drawId: string): Promise<void> {
  await house.liveUntil(instantsOf(drawId).drawsAtMs + 5_000)
}

/** Opens a page whose clock shows the house's time, as a phone's does. */
export async function enterAtHouseTime(
  page: Page,
  house: DrawHouse,
  { who, path }: { who: Player; path: string },
): Promise<void> {
  await page.clock.setFixedTime(house.clock.nowMs())
  await enter(page, who, { path, locale: 'en', url: house.playerUrl })
}

export { expect }
