import { deepStrictEqual, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { type BrowserContext, chromium } from '@playwright/test'
import { Client } from 'pg'
import type { Output } from '#contract/endpoint'
import { reportGames, reportMoney } from '#contract/console/reports'
import { rollUpDuePeriods } from '#server/features/reports/roll-up'
import { sealLedger } from '#server/services/ledger/seal'
import { type House, openHouse } from '#server/testing/open-house'
import type { Visitor } from '#server/testing/person'
import { startTestCluster, testDatabaseUrl } from '#server/testing/test-cluster'
import { ensureChromium } from '../../scripts/web/chromium.ts'
import type { Bench, Figure } from '../figure.ts'
import { gamesDirect, moneyDirect, sumBets } from './direct.ts'
import { generate } from './generate.ts'

/** `BENCH_BETS=10000000` for the long run. */
const bets = Number(process.env.BENCH_BETS ?? 1_000_000)
const size = { bets, players: Math.min(50_000, bets / 20), days: 30 }
const tries = 9

type Report = (figure: Figure) => void

/** The console's reports on weeks of all games: rolling up, querying and showing them; every figure is checked against the bets. */
export const reports: Bench = async ({ figure, progress }) => {
  const built = spawnSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the apps do not build')
  const { stop } = await startTestCluster({ isDurable: true })
  try {
    await report(await openHouse({ checkOutputs: false, logLevel: 'silent', atMs: Date.now() }), { figure, progress })
  } finally {
    await stop()
  }
}

async function report(house: House, { figure, progress }: Parameters<Bench>[0]): Promise<void> {
  const database = new URL(house.databaseUrl('clearball_owner')).pathname.slice(1)
  const owner = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  // An error is reported by the query that it happened to.
  owner.on('error', () => {})
  await owner.connect()
  progress(`${bets} bets are generated`)
  await generate(owner, size, progress)
  while ((await sealLedger(house.app)) > 0);
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
  for (const range of [month, { from: day(12), until: day(5) }]) {
    compareGames(await auditor.call(reportGames, range), await gamesDirect(owner, range))
    compareMoney(await auditor.call(reportMoney, range), await moneyDirect(owner, range))
  }
  figure({ name: 'figures that are not the direct sum', value: 0, unit: '', goal: { most: 0 } })
  await owner.end()
  await house.close()
}

async function rollUp(house: House, figure: Report): Promise<void> {
  const startedMs = performance.now()
  let periods = 0
  for (let done = await rollUpDuePeriods(house.app); done > 0; done = await rollUpDuePeriods(house.app)) periods += done
  const seconds = (performance.now() - startedMs) / 1000
  figure({ name: `rolling up ${periods} periods with ${bets} bets`, value: seconds, unit: 's' })
  figure({ name: 'rolling up, for each million bets', value: (seconds * 1_000_000) / bets, unit: 's' })
}

async function ask(auditor: Visitor, range: { from: string; until: string }, figure: Report): Promise<void> {
  for (const [name, call] of [
    ['games', () => auditor.call(reportGames, range)],
    ['money', () => auditor.call(reportMoney, range)],
  ] as const) {
    const took: number[] = []
    for (let count = 0; count <= tries; count++) {
      const startedMs = performance.now()
      await call()
      took.push(performance.now() - startedMs)
    }
    figure({ name: `the report of ${name} over HTTP, first`, value: took[0]!, unit: 'ms' })
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
    while (document.querySelectorAll('main table').length < 6) await nextFrame()
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
    // The report rounds to whole seconds.
    ok(Math.abs(quantile(seconds, 0.5) * 1000 - medianMs!) <= 500, `${kind}: median ${medianMs}`)
    ok(Math.abs(quantile(seconds, 0.95) * 1000 - p95Ms!) <= 500, `${kind}: 95th percentile ${p95Ms}`)
  }
}

/** The quantile, interpolated linearly between its two neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (above - below) * (place - Math.floor(place))
}
