// npm run film [-- game...]: plays a real draw of each family in a test house and keeps its frames, ten a second of the scene's own
// time, as .cache/film/GAME/THEME/NNN.png. Two lines are bet on each draw, so the last frames show what came of them.
import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { type Browser, type Page, chromium } from '@playwright/test'
import { type Family, type GameCode, games } from '#core/games/catalogue'
import { bet, periodNow } from '#server/testing/draws/betting'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import type { Player } from '#server/testing/person'
import { startTestCluster } from '#server/testing/test-cluster'
import { ensureChromium } from './chromium.ts'

const frameMs = 100
/** A scene ends by then; the rest shows what stands afterwards. */
const filmedMs = 8_500

/** One of the two wins whatever is drawn, except where three dice are equal. */
const betsOn: Record<Family, readonly string[]> = {
  k3: ['k3.sum_big_small big 10.00', 'k3.sum_big_small small 1.00'],
  pk10: ['pk10.position_big_small@1 big 10.00', 'pk10.position_big_small@1 small 1.00'],
  ssc: ['ssc.sum_big_small big 10.00', 'ssc.sum_big_small small 1.00'],
  x11_5: ['x11_5.ball_big_small@1 big 10.00', 'x11_5.ball_big_small@1 small 1.00'],
}

const named = process.argv.slice(2)
const filmed = games.filter(({ code }) =>
  named.length > 0 ? named.includes(code) : ['k3_5m', 'speed_racing', 'ssc_5m', 'speed_11x5'].includes(code),
)
if (spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' }).status !== 0)
  throw new Error('the apps do not build')
const { stop } = await startTestCluster()
const house = await openDrawHouse()
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const player = await house.player({ certified: true, balance: '1000.00' })
  for (const { code, family } of filmed)
    for (const theme of ['light', 'dark'] as const) console.log(await film({ code, family, theme, player }))
} finally {
  await browser.close()
  await house.close()
  await stop()
}

type Take = { code: GameCode; family: Family; theme: 'light' | 'dark'; player: Player }

/** The browser's own clock is stopped and moved frame by frame, so a frame shows its instant however slow this machine is. */
async function film({ code, family, theme, player }: Take): Promise<string> {
  const folder = `.cache/film/${code}/${theme}`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const period = await periodNow(player, code)
  await house.liveUntil(Math.max(house.clock.nowMs(), period.opensAt))
  const open = await periodNow(player, code)
  await bet(player, open, { bets: betsOn[family] })
  const page = await openGame(browser, house, { code, family, theme, player })
  await page.clock.pauseAt(Date.now() + 60_000)
  await house.liveUntil(open.drawsAt + 3_000)
  const scene = page.locator('[data-scene=playing]')
  for (let waited = 0; waited < 200 && !(await scene.isVisible()); waited++) await page.clock.runFor(20)
  for (let frame = 0; frame * frameMs < filmedMs; frame++) {
    const path = `${folder}/${String(frame).padStart(3, '0')}.png`
    await page.screenshot({ path, clip: { x: 0, y: 0, width: 390, height: 500 } })
    await page.clock.runFor(frameMs)
  }
  await page.context().close()
  return folder
}

async function openGame(from: Browser, at: DrawHouse, { code, family, theme, player }: Take): Promise<Page> {
  const context = await from.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    reducedMotion: 'no-preference',
    serviceWorkers: 'block',
  })
  const url = at.playerUrl
  await context.addCookies([...player.cookies].map(([name, value]) => ({ name, value, url })))
  await context.addInitScript((chosen) => {
    localStorage.setItem('clearball.signed-in', '1')
    localStorage.setItem('clearball.theme', chosen)
  }, theme)
  const page = await context.newPage()
  await page.clock.install()
  const listens = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'))
  await page.goto(`${url}/play/${family === 'pk10' || family === 'ssc' ? 'game' : 'czgame'}?game=${code}&lang=en`)
  await listens
  await page.locator('main:visible fieldset').first().waitFor()
  await page.waitForTimeout(1_500)
  return page
}
