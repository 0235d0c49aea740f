import type { Browser, Page } from '@playwright/test'
import type { OperatorRole } from '#contract/ops'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import { consoleWords, desktop, enterConsole } from '../console/desk.ts'
import { test as base, expect, lent, listen, wordsOf } from '../journey.ts'

/** A journey in a house that opens shortly before the airship's day, so that soon all nine games take bets. */
export const test = base.extend<{ house: DrawHouse }>({
  house: lent(() => openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 5, 5) })),
})

type Words = Awaited<ReturnType<typeof wordsOf>>

/** A player and the house's operators, each in a browser of their own, by one clock. The operators speak Vietnamese. */
export type Stage = {
  readonly house: DrawHouse
  /** The player's phone. */
  readonly page: Page
  /** The player's language; what the player's app says, and what the console says. */
  readonly locale: 'vi' | 'en'
  readonly words: Words
  readonly says: Record<string, string>
  /** What the operators' browsers complained of. */
  readonly heard: string[]
  /** Somebody sits down at the console and logs in. */
  sitDown(role: OperatorRole, path: string): Promise<Page>
  /** Lets time pass, drawing what is due, on everybody's clock. */
  liveUntil(ms: number): Promise<void>
  /** Lets a time pass in which nobody plays: what would be drawn in it is left out. */
  sleep(ms: number): Promise<void>
}

export async function openStage({
  page,
  house,
  browser,
}: {
  page: Page
  house: DrawHouse
  browser: Browser
}): Promise<Stage> {
  const says = await consoleWords('vi')
  const [desks, heard]: [Page[], string[]] = [[], []]
  const setClocks = async () => {
    for (const each of [page, ...desks].filter((one) => !one.isClosed()))
      await each.clock.setFixedTime(house.clock.nowMs())
  }
  await setClocks()
  return {
    house,
    page,
    locale: 'vi',
    words: await wordsOf('vi'),
    says,
    heard,
    sitDown: async (role, path) => {
      const desk = await (await browser.newContext(desktop)).newPage()
      listen(desk, heard)
      await enterConsole(desk, house, { role, path, locale: 'vi' })
      desks.push(desk)
      return desk
    },
    liveUntil: async (ms) => {
      await house.liveUntil(ms)
      await setClocks()
    },
    sleep: async (ms) => {
      house.clock.forward(ms)
      await setClocks()
    },
  }
}

/** The screen that is shown; those behind it are kept, with their fields. */
export const screenOf = (page: Page) => page.locator('main:visible')

/** An amount as it is shown in any language, in cents. */
export const centsOf = (text: string) => BigInt(text.replace(/[^0-9-]/g, ''))

export { expect }
