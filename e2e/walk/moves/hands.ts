import type { Locator, Page } from '@playwright/test'
import type { World } from '../world.ts'

/** What a move has at hand: the world, the tab in which it is done, and a number for its choices. */
export type At = { readonly world: World; readonly tab: 0 | 1; readonly page: Page; readonly pick: number }

/** Does something and says in words what was done; null where it cannot be done as things stand. */
export type Move = (at: At) => Promise<string | null>

export const chosenBy = <Each>(pick: number, all: readonly Each[]): Each => all[pick % all.length]!

/** Presses what can be seen and pressed; false where it cannot. */
export async function press(button: Locator, how: 'once' | 'twice' = 'once'): Promise<boolean> {
  const one = button.first()
  if (!(await one.isVisible()) || !(await one.isEnabled())) return false
  const options = { timeout: 15_000 }
  return (how === 'once' ? one.click(options) : one.dblclick(options)).then(
    () => true,
    () => false,
  )
}

/** Waits a moment for something to be seen. */
export const seen = (what: Locator, timeout = 6_000): Promise<boolean> =>
  what
    .first()
    .waitFor({ state: 'visible', timeout })
    .then(
      () => true,
      () => false,
    )

/** Types into a field; false where there is none to type into. */
export async function type(field: Locator, text: string): Promise<boolean> {
  if (!(await seen(field)) || !(await field.first().isEditable())) return false
  return field
    .first()
    .fill(text, { timeout: 15_000 })
    .then(
      () => true,
      () => false,
    )
}

/** The screen that is shown. */
export const screen = (page: Page): Locator => page.locator('main:visible')

export const sheet = (page: Page): Locator => page.getByRole('dialog')

/** Goes to an address inside the app, as the browser's own forward does, wherever the app then leads. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { at: ((history.state as { at: number } | null)?.at ?? 0) + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
  await stands(page)
}

/** Whether the browser shows a page of its own: that the address cannot be reached. */
export const isBrowsersOwn = (page: Page): Promise<boolean> =>
  page.evaluate(() => location.protocol === 'chrome-error:')

/** Waits until the page stands still, but not for ever: it may wait for a connection. */
export async function stands(page: Page): Promise<void> {
  const isStill = () =>
    !document.querySelector('#root > [data-drawn], html[data-slide]') &&
    !!document.querySelector('[data-testid=progress][data-loading=false]')
  await page.waitForFunction(isStill, null, { polling: 'raf', timeout: 15_000 }).catch(() => undefined)
}

/** The player means to do what a call does, once. */
export function means({ model }: World, call: string): void {
  model.meant.set(call, (model.meant.get(call) ?? 0) + 1)
}
