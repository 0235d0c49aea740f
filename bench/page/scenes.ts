import type { Browser, Page } from '@playwright/test'
import { type GameCode, games } from '#core/games/catalogue'
import { periodAt } from '#core/periods/schedule'
import type { DrawHouse } from '#server/testing/draws/draw-house'
import type { Figure } from '../figure.ts'
import { inpOf, interactions, watchInteractions } from './interactions.ts'

/** One game of each kind of scene. */
const watched: readonly GameCode[] = ['k3_5m', 'speed_racing', 'ssc_5m', 'speed_11x5']
/** As many as one slip holds. */
const fullSlip = 100

/** How smoothly each family's scene runs at a quarter of the speed, and how quickly the board answers meanwhile. */
export async function watchScenes(browser: Browser, house: DrawHouse, figure: (figure: Figure) => void): Promise<void> {
  for (const { code, family } of games.filter((game) => watched.includes(game.code))) {
    const page = await openGame(browser, house, code)
    const frames = await framesOfNext(page, house, code)
    await page.close()
    const name = `scene ${family}, 4× slower`
    const all = frames.reduce((sum, ms) => sum + ms, 0)
    const perSecond = (frames.length * 1_000) / all
    figure({ name: `${name}: frames a second`, value: perSecond, unit: '', goal: { least: 55 } })
    figure({ name: `${name}: longest frame`, value: Math.max(...frames), unit: 'ms', goal: { most: 50 } })
  }
  const taps = await tapDuring(browser, house)
  const name = `the board of speed_racing with a full slip, during a scene`
  figure({ name: `interaction to next paint on ${name}`, value: inpOf(taps), unit: 'ms', goal: { most: 100 } })
}

async function openGame(browser: Browser, { playerUrl }: DrawHouse, game: GameCode): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    reducedMotion: 'no-preference',
    serviceWorkers: 'block',
  })
  const session = await page.context().newCDPSession(page)
  const listens = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'))
  await page.goto(`${playerUrl}/play/game?game=${game}&lang=en`)
  await page.locator('main:visible fieldset').first().waitFor()
  await listens
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // The page computes odds while it is idle; a player reads for longer than that.
  await page.waitForTimeout(4_000)
  return page
}

/** Lives until the game has drawn once: a second result would end the scene of the first. */
const drawNext = (house: DrawHouse, game: GameCode) =>
  house.liveUntil(periodAt(game, house.clock.nowMs()).drawsAtMs + 3_000)

/** How long each frame of the next scene stands. */
async function framesOfNext(page: Page, house: DrawHouse, game: GameCode): Promise<number[]> {
  const watching = page.evaluate(async () => {
    const nextFrame = () => new Promise<number>((tell) => requestAnimationFrame(tell))
    const isPlaying = () => !!document.querySelector('[data-scene=playing]')
    const lastBegin = performance.now() + 60_000
    while (!isPlaying()) if ((await nextFrame()) > lastBegin) throw new Error('no scene began within a minute')
    // A scene that was not fetched before begins a moment later.
    const beganAt = await nextFrame()
    while ((await nextFrame()) - beganAt < 300);
    const frames: number[] = []
    for (let before = await nextFrame(); isPlaying();) {
      const now = await nextFrame()
      frames.push(now - before)
      before = now
    }
    return frames
  })
  await drawNext(house, game)
  const frames = await watching
  if (frames.length === 0) throw new Error(`the scene of ${game} ended before it was measured`)
  return frames
}

/** Fills a slip, then takes choices away and back while a scene runs. */
async function tapDuring(browser: Browser, house: DrawHouse): Promise<number[]> {
  const page = await openGame(browser, house, 'speed_racing')
  const cells = page.locator('main:visible section[aria-labelledby] button')
  const places = await page.locator('main:visible fieldset:has(input[type=radio])').nth(1).getByRole('radio').all()
  let left = fullSlip
  for (const place of places) {
    await place.check({ force: true })
    await page.locator('main:visible [aria-busy=false]').waitFor()
    for (const cell of (await cells.all()).slice(0, left)) await cell.click()
    left -= Math.min(left, await cells.count())
  }
  await drawNext(house, 'speed_racing')
  await page.locator('[data-scene=playing]').waitFor()
  await watchInteractions(page)
  for (let taps = 0; taps < 30 && (await page.locator('[data-scene=playing]').count()) > 0; taps++)
    await cells.nth(taps % 8).click()
  const taken = await interactions(page)
  await page.close()
  return taken
}
