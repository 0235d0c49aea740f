import type { Locator } from '@playwright/test'
import { type At, type Move, chosenBy, goTo, screen, sheet, stands } from './hands.ts'

/** Ways through the app: links, tabs, back, forward, reload, and addresses typed by hand. */

async function follow({ page, pick }: At, links: Locator): Promise<string | null> {
  const all = await links.all()
  const visible = (await Promise.all(all.map(async (link) => ((await link.isVisible()) ? [link] : [])))).flat()
  if (visible.length === 0) return null
  const link = chosenBy(pick, visible)
  const to = await link.getAttribute('href').catch(() => null)
  const isDone = await link.click({ timeout: 15_000 }).then(
    () => true,
    () => false,
  )
  await stands(page)
  return isDone ? `follows the link to ${to}` : null
}

const inApp = 'a[href^="/"]:not([download]):not([target])'

export const followLink: Move = async (at) => {
  const open = sheet(at.page)
  return follow(at, ((await open.count()) > 0 ? open : screen(at.page)).locator(inApp))
}

export const useTabBar: Move = async (at) =>
  (await sheet(at.page).count()) > 0 ? null : follow(at, at.page.locator('nav a[href^="/"]'))

export const goBack: Move = async ({ page }) => {
  const isSomewhere = await page.evaluate(() => ((history.state as { at: number } | null)?.at ?? 0) > 0)
  if (!isSomewhere) return null
  await page.evaluate(() => history.back())
  await page.waitForTimeout(100)
  await stands(page)
  return 'goes back'
}

export const goForward: Move = async ({ page }) => {
  const before = page.url()
  await page.evaluate(() => history.forward())
  await page.waitForTimeout(100)
  await stands(page)
  return page.url() === before ? null : 'goes forward'
}

export const reload: Move = async ({ world, tab, page }) => {
  if (world.wire.weather.isOffline) return null
  await page.reload()
  await stands(page)
  world.model.chosen[tab].clear()
  return 'reloads the page'
}

/** Pages that are reached by their address too, each for players or for anybody. */
const addresses = [
  '/',
  '/my/my',
  '/my/limits',
  '/my/sessions',
  '/my/owed',
  '/my/userdata',
  '/pay/lslist',
  '/pay/shlist',
  '/pay/xzlist',
  '/pay/banklist',
  '/play/trends?game=k3_5m',
  '/play/draws?game=speed_racing',
  '/play/rules?game=k3_10m',
  '/nowhere',
]

export const typeAddress: Move = async ({ page, pick }) => {
  const to = chosenBy(pick, addresses)
  await goTo(page, to)
  return `goes to ${to}`
}
