import type { Page } from '@playwright/test'
import { pathOf } from '../../play/playing.ts'
import { type Played, type World, played } from '../world.ts'
import { type At, type Move, chosenBy, goTo, means, press, screen, seen, sheet, stands, type } from './hands.ts'

const cells = (page: Page) => screen(page).locator('button[data-play]')

/** The game whose board is shown. */
export function gameShown(page: Page): Played | null {
  const { pathname, searchParams } = new URL(page.url())
  if (!pathname.startsWith('/play/czgame') && !pathname.startsWith('/play/game')) return null
  return played.find((each) => each === searchParams.get('game')) ?? null
}

export const openGame: Move = async ({ page, pick }) => {
  const game = chosenBy(pick, played)
  await goTo(page, pathOf(game))
  return `opens ${game}`
}

/** The game that is shown, or one that is opened for it. */
async function atGame({ page, pick }: At): Promise<Played | null> {
  const shown = gameShown(page)
  if (shown) return shown
  await goTo(page, pathOf(chosenBy(pick, played)))
  return (await seen(cells(page))) ? gameShown(page) : null
}

export const choose: Move = async (at) => {
  const game = (await sheet(at.page).count()) > 0 ? null : await atGame(at)
  if (!game || !(await seen(cells(at.page)))) return null
  return (await press(cells(at.page).nth((at.pick >>> 8) % 8))) ? noteCell(at, game) : null
}

/** Writes down which cell was pressed, and says so. */
async function noteCell({ world, tab, page, pick }: At, game: Played): Promise<string> {
  const cell = cells(page).nth((pick >>> 8) % 8)
  const name = `${await cell.getAttribute('data-play')} ${await cell.getAttribute('data-selection')}`
  const chosen = world.model.chosen[tab].get(game) ?? new Set()
  if (!chosen.delete(name)) chosen.add(name)
  world.model.chosen[tab].set(game, chosen)
  return `presses ${name} on ${game}`
}

const stakes = ['1', '2.5', '7', '20', '0.5', '', '99999', 'abc', '299.99']

export const changeStake: Move = async ({ world, page, pick }) => {
  if (!gameShown(page) || (await sheet(page).count()) > 0) return null
  const field = page.getByRole('complementary').getByLabel(world.says('play', 'stake'))
  if (!(await field.isVisible())) return null
  const stake = chosenBy(pick, stakes)
  return (await type(field, stake)) ? `types ${stake || 'nothing'} as the stake` : null
}

/** Opens the sheet of the slip; where nothing is chosen yet, something is chosen first. */
async function openSlip(at: At): Promise<string | null> {
  const { world, tab, page } = at
  if ((await sheet(page).count()) > 0) return null
  const game = await atGame(at)
  if (!game) return null
  const did = (world.model.chosen[tab].get(game)?.size ?? 0) === 0 ? await choose(at) : ''
  if (did === null) return null
  const field = page.getByRole('complementary').getByLabel(world.says('play', 'stake'))
  if (!(await type(field, chosenBy(at.pick >>> 4, ['1', '2.5', '5'])))) return null
  const name = new RegExp(`^${world.says('play', 'betFor').split('{{')[0]!.trim()}`)
  const isOpen = await press(page.getByRole('complementary').getByRole('button', { name }))
  return isOpen && (await seen(confirm(world, page))) ? (did && `${did}, `) + `opens the slip of ${game}` : null
}

const confirm = ({ says }: World, page: Page) =>
  sheet(page).getByRole('button', { name: says('common', 'confirm'), exact: true })

export const buy: Move = async (at) => {
  const { world, page } = at
  const did = await openSlip(at)
  if (did === null || !(await press(confirm(world, page)))) return did
  means(world, 'POST /bets')
  return `${did} and confirms it`
}

export const buyWithDoubleTap: Move = async (at) => {
  const { world, page } = at
  const did = await openSlip(at)
  if (did === null || !(await press(confirm(world, page), 'twice'))) return did
  means(world, 'POST /bets')
  return `${did} and taps twice on the button that confirms it`
}

export const buyAndLeave: Move = async (at) => {
  const { world, tab, page, pick } = at
  const did = await openSlip(at)
  if (did === null || !(await press(confirm(world, page)))) return did
  means(world, 'POST /bets')
  if (pick % 2 === 0 && !world.wire.weather.isOffline) {
    world.model.chosen[tab].clear()
    await page.reload()
    await stands(page)
    return `${did}, confirms it and reloads at once`
  }
  await goTo(page, '/pay/xzlist')
  return `${did}, confirms it and goes to the bets at once`
}

/** The same slip in both tabs, confirmed at the same moment: two slips are meant, and two may be bought. */
export const buyInBothTabs: Move = async (at) => {
  const { world, pick } = at
  const did: string[] = []
  for (const tab of [0, 1] as const) {
    const page = world.tabs[tab]
    await goTo(page, pathOf(chosenBy(pick, played)))
    const opened = await openSlip({ world, tab, page, pick })
    if (opened === null) return null
    did.push(opened)
  }
  const pressed = await Promise.all(world.tabs.map((page) => press(confirm(world, page))))
  for (const each of pressed) if (each) means(world, 'POST /bets')
  return `${did.join('; in the other tab: ')}; confirms both at once`
}

/** Asks what became of a slip without an answer, as the screen offers. */
export const askAboutSlip: Move = async ({ world, page }) => {
  const ask = page.getByRole('complementary').getByRole('button', { name: world.says('play', 'check'), exact: true })
  if ((await sheet(page).count()) === 0 && !(await press(ask))) return null
  const again = sheet(page).getByRole('button', { name: world.says('common', 'retry'), exact: true })
  return (await seen(again, 500)) && (await press(again)) ? 'asks what became of the slip' : null
}

export const closeSheet: Move = async ({ world, page }) => {
  const cancel = sheet(page).getByRole('button', { name: world.says('common', 'cancel'), exact: true })
  return (await press(cancel)) ? 'closes the sheet' : null
}
