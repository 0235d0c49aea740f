import { deepStrictEqual, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { type BrowserContext, chromium } from '@playwright/test'
import type { Client } from 'pg'
import type { Output } from '#contract/endpoint'
import { reportCohorts, reportGames, reportHours, reportMoney, reportPlayers } from '#contract/console/reports'
import { rollUpDuePeriods } from '#server/features/reports/roll-up'
import { rollUpDuePlayers } from '#server/features/reports/roll-up-players'
import { rollUpDueReviews } from '#server/features/reports/roll-up-reviews'
import type { House } from '#server/testing/open-house'
import type { Visitor } from '#server/testing/person'
import { ensureChromium } from '../../scripts/web/chromium.ts'
import type { Bench, Figure } from '../figure.ts'
import { withFilledHouse } from '../filled/filled-house.ts'
import { bets, monthOfBets } from '../filled/fillings.ts'
import { comparePlayers } from './compare-players.ts'
import { gamesDirect, moneyDirect, sumBets } from './direct.ts'
import { sumBetsByPlayer } from './players-direct.ts'

const tries = 9

type Report = (figure: Figure) => void

/** The console's reports on weeks of all games: rolling up, querying and showing them; every figure is checked against the bets. */
export const reports: Bench = async ({ figure, progress }) => {
  const built = spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the apps do not build')
  const measuring = { filling: monthOfBets, report: { figure, progress }, opening: { hasMadeUpMoney: true } } as const
  await withFilledHouse(measuring, (house, owner) => report(house, owner, { figure, progress }))
}

async function report(house: House, owner: Client, { figure, progress }: Parameters<Bench>[0]): Promise<void> {
  // Without triggers nobody noted the first top-ups.
  await owner.query('select forget_player_sums()')
  progress('rolling up')
  await rollUp(house, figure)
  const auditor = await house.operator('auditor')
  const nowMs = house.clock.nowMs()
  const day = (back: number) => new Date(nowMs - back * 86_400_000).toISOString().slice(0, 10)
  const month = { from: day(29), until: day(0) }
  await ask(auditor, month, figure)
  progress('looking at the page')
  await look(house, auditor, figure)
  progress('every bet is added up')
  await sumBets(owner)
  await sumBetsByPlayer(owner)
  for (const range of [month, { from: day(12), until: day(5) }]) {
    compareGames(await auditor.call(reportGames, range), await gamesDirect(owner, range))
    compareMoney(await auditor.call(reportMoney, range), await moneyDirect(owner, range))
    await comparePlayers(auditor, owner, { range, nowMs })
  }
  figure({ name: 'figures that are not the direct sum', value: 0, unit: '', goal: { most: 0 } })
  await house.audit()
}

async function rollUp(house: House, figure: Report): Promise<void> {
  const startedMs = performance.now()
  let periods = 0
  for (let done = await rollUpDuePeriods(house.app); done > 0; done = await rollUpDuePeriods(house.app)) periods += done
  const seconds = (performance.now() - startedMs) / 1000
  figure({ name: `rolling up ${periods} periods with ${bets} bets`, value: seconds, unit: 's' })
  figure({ name: 'rolling up, for each million bets', value: (seconds * 1_000_000) / bets, unit: 's' })
  const beganMs = performance.now()
  while ((await rollUpDuePlayers(house.app)) > 0);
  const playersSeconds = (performance.now() - beganMs) / 1000
  figure({
    name: 'rolling up by players, for each million bets',
    value: (playersSeconds * 1_000_000) / bets,
    unit: 's',
  })
  while ((await rollUpDueReviews(house.app)) > 0);
}

async function ask(auditor: Visitor, range: { from: string; until: string }, figure: Report): Promise<void> {
  for (const [name, call] of [
    ['games', () => auditor.call(reportGames, range)],
    ['money', () => auditor.call(reportMoney, range)],
    ['hours', () => auditor.call(reportHours, range)],
    ['players', () => auditor.call(reportPlayers, range)],
    ['cohorts', () => auditor.call(reportCohorts, range)],
  ] as const) {
    const took: number[] = []
    for (let count = 0; count <= tries; count++) {
      const startedMs = performance.now()
      await call()
      took.push(performance.now() - startedMs)
    }
    figure({ name: `the report of ${name} over HTTP, first`, value: took[0]!, unit: 'ms', goal: { most: 300 } })
    figure({ name: `the report of ${name} over HTTP, median`, value: median(took.slice(1)), unit: 'ms' })
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The times from navigation to the first paint and to the figures, in a browser with a warm cache. */
async function look(house: House, auditor: Visitor, figure: Report): Promise<void> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  await context.addCookies(
    [...auditor.cookies].map(([name, value]) => ({ name, value, url: house.consoleUrl, httpOnly: true })),
  )
  const seen = []
  for (let count = 0; count <= tries; count++) seen.push(await lookOnce(context, `${house.consoleUrl}/reports`))
  await browser.close()
  const warm = seen.slice(1)
  const first = median(warm.map(({ paintedMs }) => paintedMs))
  const all = median(warm.map(({ shownMs }) => shownMs))
  figure({ name: 'report page, first paint, median', value: first, unit: 'ms', goal: { most: 1_000 } })
  figure({ name: 'report page, all figures painted, median', value: all, unit: 'ms', goal: { most: 1_000 } })
  figure({
    name: 'report page, all figures painted, slowest',
    value: Math.max(...warm.map(({ shownMs }) => shownMs)),
    unit: 'ms',
  })
}

/** Loads the page once; the page itself notes the frame in which the last table appears. */
async function lookOnce(context: BrowserContext, url: string) {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  const seen = await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (document.querySelectorAll('main table').length < 11) await nextFrame()
    await nextFrame()
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return { paintedMs: painted!.startTime, shownMs: performance.now() }
  })
  await page.close()
  return seen
}

const byName = (a: { game: string; market?: string }, b: { game: string; market?: string }) =>
  `${a.game} ${a.market}` < `${b.game} ${b.market}` ? -1 : 1

function compareGames(shown: Output<typeof reportGames>, direct: Awaited<ReturnType<typeof gamesDirect>>): void {
  ok(shown.games.length === 9 && shown.days.length > 7 && shown.players > 0)
  deepStrictEqual({ ...shown, games: shown.games.toSorted(byName), markets: shown.markets.toSorted(byName) }, direct)
}

function compareMoney(shown: Output<typeof reportMoney>, direct: Awaited<ReturnType<typeof moneyDirect>>): void {
  const { reviews, ...sums } = shown
  const { took, ...directSums } = direct
  deepStrictEqual(sums, directSums)
  for (const { kind, decided, rejected, medianMs, p95Ms } of reviews) {
    const { seconds, rejected: directRejected } = took[kind]
    deepStrictEqual([decided, rejected], [seconds.length, directRejected])
    deepStrictEqual(
      [medianMs, p95Ms],
      [ofMost(seconds, 50), ofMost(seconds, 95)],
      `${kind}: the median and the 95th percentile`,
    )
  }
}

/** The time in which so many of a hundred were decided, rounded up to seconds, above ten minutes to minutes, above a day to hours. */
function ofMost(sorted: readonly number[], percent: number): number {
  const seconds = sorted[Math.ceil((sorted.length * percent) / 100) - 1]!
  const step = seconds <= 600 ? 1 : seconds <= 86_400 ? 60 : 3_600
  return Math.ceil(seconds / step) * step * 1_000
}
