import type { Locator, Page } from '@playwright/test'

/** What a task took. */
export type Effort = { readonly clicks: number; readonly keys: number; readonly waitedMs: number }

/** An operator's hand: it works on the page as a person does, and counts. */
export type Hand = {
  readonly page: Page
  click(what: Locator): Promise<void>
  /** Keys, one after the other; what is held together, as `Control+Enter`, counts by each of its keys. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Clicks a field and types into it. */
  write(field: Locator, text: string): Promise<void>
  /** Sets a field for a date or a time, by a click and its digits. */
  date(field: Locator, value: string): Promise<void>
  /** Opens a list of choices and picks one: two clicks. */
  choose(field: Locator, value: string): Promise<void>
  /** Waits until something is shown; only this time counts as waiting for the console. */
  sees(what: Locator): Promise<void>
  /** The same for something that goes away. */
  seesGone(what: Locator): Promise<void>
  /** Clicks a button that saves a file, and waits for the file. */
  saves(button: Locator): Promise<void>
}

export function openHand(page: Page): { hand: Hand; effort: () => Effort } {
  let [clicks, keys, waitedMs] = [0, 0, 0]
  const waiting = async (until: Promise<unknown>) => {
    const beganMs = performance.now()
    await until
    waitedMs += performance.now() - beganMs
  }
  const hand: Hand = {
    page,
    click: async (what) => {
      clicks++
      await what.click()
    },
    press: async (...pressed) => {
      for (const key of pressed) {
        keys += key.split('+').length
        await page.keyboard.press(key)
      }
    },
    type: async (text) => {
      keys += text.length
      await page.keyboard.type(text)
    },
    write: async (field, text) => {
      await hand.click(field)
      await hand.type(text)
    },
    date: async (field, value) => {
      clicks++
      keys += value.replace(/\D/g, '').length
      await field.fill(value)
    },
    choose: async (field, value) => {
      clicks += 2
      await field.selectOption(value)
    },
    sees: (what) => waiting(what.first().waitFor()),
    seesGone: (what) => waiting(what.first().waitFor({ state: 'hidden' })),
    saves: async (button) => {
      const saved = page.waitForEvent('download')
      await hand.click(button)
      await waiting(saved)
    },
  }
  return { hand, effort: () => ({ clicks, keys, waitedMs: Math.round(waitedMs) }) }
}
