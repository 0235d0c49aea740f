import type { Page } from '@playwright/test'
import { pathOf } from '../play/playing.ts'
import { problemsAfter } from './checks.ts'
import { readBooks } from './books.ts'
import { askAboutSlip, closeSheet } from './moves/betting.ts'
import { goTo, press, screen, seen, stands } from './moves/hands.ts'
import { logIn } from './moves/person.ts'
import { type World, played } from './world.ts'

/**
 * The end of a walk: the connection is good again, the player logs in, asks about every slip whose answer was lost, and looks
 * at all bets. Nothing is left open, and every bet in the books is on the screen.
 */
export async function arrive(world: World): Promise<string[]> {
  const { wire, context, tabs, model } = world
  const [page] = tabs
  Object.assign(wire.weather, { isSlow: false, losesNext: false, isOffline: false })
  await context.setOffline(false)
  for (const each of tabs) {
    await openAgain(each, world.house.playerUrl)
    await stands(each)
  }
  for (const each of model.chosen) each.clear()
  world.step++
  const at = { world, tab: 0 as const, page, pick: 0 }
  await logIn(at)
  await seen(page.getByText(world.says('success', 'signed_in')), 4_000)
  for (let rounds = 0; rounds < 3 && (await openSlips(world)) > 0; rounds++) {
    for (const game of played) {
      await goTo(page, pathOf(game))
      await seen(screen(page).locator('button[data-play]'))
      if ((await askAboutSlip(at)) === null) continue
      await page.waitForTimeout(1_000)
      await closeSheet(at)
    }
  }
  const problems = await problemsAfter(world)
  const left = await openSlips(world)
  if (left > 0) problems.push(`${left} slips are still without an answer`)
  return problems.length > 0 ? problems : compareOrders(world)
}

/** A page that was offline loads itself again once it is connected, and may do so at the very moment at which it is opened. */
async function openAgain(page: Page, url: string): Promise<void> {
  const isAborted = await page.goto(url).then(
    () => false,
    (error: Error) => {
      if (!error.message.includes('ERR_ABORTED')) throw error
      return true
    },
  )
  if (!isAborted) return
  await page.waitForLoadState()
  await page.goto(url)
}

/** How many slips the browser keeps because their answer is not known. */
const openSlips = ({ tabs: [page] }: World) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('clearball.slip.')).length)

/** Every bet is on one of the three lists of bets, and no other is; a list may come late. */
async function compareOrders(world: World): Promise<string[]> {
  const untilMs = Date.now() + 20_000
  for (;;) {
    const different = await compareOrdersOnce(world)
    if (different.length === 0 || Date.now() > untilMs) return different
  }
}

async function compareOrdersOnce(world: World): Promise<string[]> {
  const [page] = world.tabs
  const { betsByKey } = await readBooks(world)
  const inBooks = [...betsByKey.values()].reduce((sum, bets) => sum + bets, 0)
  await goTo(page, '/pay/xzlist')
  let shown = 0
  for (const state of ['betting', 'pending', 'completed']) {
    const name = world.says('orders', state)
    await press(screen(page).getByText(name, { exact: true }))
    await page.waitForTimeout(400)
    await stands(page)
    for (let rows = -1; rows !== (await rowsOf(world));) {
      rows = await rowsOf(world)
      await press(screen(page).getByRole('button', { name: world.says('money', 'more') }))
      await page.waitForTimeout(300)
    }
    shown += await rowsOf(world)
  }
  return shown === inBooks ? [] : [`${shown} bets are shown at the end, ${inBooks} are in the books`]
}

const rowsOf = ({ tabs: [page] }: World) => screen(page).locator('a[href^="/pay/bet?id="]').count()
