import { brotliCompressSync } from 'node:zlib'
import { performance } from 'node:perf_hooks'
import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { priceOf, readPlay, type Bet } from '#core/games/bets'
import { allMarkets } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { settle } from '#core/games/settle'
import {
  entriesOf,
  evidence,
  keptFrom,
  quicknetDraft,
  sealLog,
  shownDraw,
  shownLog,
} from '#core/fairness/testing/genuine-draw'
import { formatReceipt } from '#core/fairness/receipt'
import { toBase64 } from '#core/fairness/tlog/base64'
import { formatCents, parseCents } from '#core/money/cents'
import vectors from '../src/core/fairness/testing/drand-quicknet.json' with { type: 'json' }
import { ensureChromium } from '../scripts/web/chromium.ts'
import type { Bench } from './figure.ts'

const million = 1_000_000

/** The cost of `core`: settling on one processor core, and checking a draw on a page. */
export const core: Bench = async ({ figure, progress }) => {
  progress('settling a million bets of each family')
  for (const [family, result] of Object.entries(results)) {
    const bets = betsOn(family)
    const startedMs = performance.now()
    let paid = 0n
    for (let at = 0; at < million; at++) paid += settle(bets[at % bets.length]!, result).payout
    const seconds = (performance.now() - startedMs) / 1000
    if (paid === 0n) throw new Error('a book on every selection wins something')
    figure({ name: `settlements, ${family}`, value: million / seconds, unit: '1/s' })
  }
  progress('building the page that checks a draw')
  const chunks = await buildPage()
  const size = (name: string) => brotliCompressSync(chunks.get(name)!).length
  figure({ name: 'verifier beyond the app, Brotli', value: size('verifier.js') / 1000, unit: 'kB', goal: { most: 30 } })
  progress('checking a draw in Chromium')
  const { firstMs, laterMs } = await timeInBrowser(chunks)
  figure({
    name: 'first check of a draw in Chromium, slowed down 4 ×',
    value: firstMs,
    unit: 'ms',
    goal: { most: 3000 },
  })
  figure({ name: 'a later check', value: laterMs, unit: 'ms' })
}

const results = {
  k3: Object.freeze([2, 2, 5]),
  pk10: Object.freeze([3, 1, 4, 10, 5, 9, 2, 6, 8, 7]),
  ssc: Object.freeze([8, 9, 0, 1, 1]),
  x11_5: Object.freeze([11, 2, 7, 5, 1]),
}

/** One bet on every selection of the family at every position, as a busy period would hold them. */
function betsOn(family: string): Bet[] {
  return allMarkets
    .filter((market) => market.family === family)
    .flatMap((market) =>
      positionsOf(market).flatMap((position) =>
        market.selections.map((selection) => {
          const read = readPlay({ play: playCode(market, position), selection })!
          return { ...read, oddsHundredths: priceOf(read).oddsHundredths, stakePerLine: parseCents('10.00')! }
        }),
      ),
    )
}

/**
 * Builds two parts. The app's part is what its game screens need anyway: rules, prices, settlement and the rules' hash. The
 * verifier's part is loaded on top when somebody opens a proof; the browser has its own Ed25519.
 */
async function buildPage(): Promise<Map<string, string>> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: new URL('./page', import.meta.url).pathname,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: new URL('./page/app.ts', import.meta.url).pathname,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(built.output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each.code]] : [])))
}

async function timeInBrowser(chunks: Map<string, string>): Promise<{ firstMs: number; laterMs: number }> {
  const server = createServer((request, response) => {
    const code = chunks.get(request.url!.slice(1))
    response.setHeader('content-type', code ? 'text/javascript' : 'text/html')
    response.end(code ?? '<!doctype html><script type="module" src="/app.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: isRoot ? ['--no-sandbox'] : [] })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForFunction('globalThis.checkDraw')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times = await page.evaluate<{ firstMs: number; laterMs: number }>(
    `globalThis.checkDraw(${JSON.stringify(realDraw())})`,
  )
  await browser.close()
  server.close()
  return times
}

/** A draw from a real round of the public beacon, with all the evidence that a player's app keeps. */
function realDraw() {
  const draft = quicknetDraft(vectors.positive.at(-1)!)
  const log = sealLog(entriesOf(draft))
  const { paidToMe, receipt: signed, ...kept } = keptFrom(draft, log)
  const { log: _, consistency: proofs, ...shown } = shownDraw(draft, log)
  const { verify: __, settleBet: ___, checkBeacon: ____, ...own } = evidence({ mode: 'public-beacon', ...kept })
  const receipt = formatReceipt(signed)
  const consistency = [...proofs].map(([size, proof]) => ({ size, proof: proof.map(toBase64) }))
  const relayed = [{ round: draft.result.body.round, signature: draft.result.body.signature }]
  return {
    shown: { ...shown, ...shownLog(log), consistency },
    own: { ...own, relayed, receipt },
    paid: formatCents(paidToMe),
  }
}
