import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { bet, periodNow } from '#server/testing/draws/betting'
import { withDatabase } from '../faults/books.ts'
import { openOwnCluster } from '../faults/own-cluster.ts'
import { type RealApp, openRealApp } from '../faults/real-app.ts'
import { type Spender, enrol } from '../faults/spenders.ts'
import { type Minute, minuteOf, verdictOf } from './minutes.ts'

/** Two games that never close at the same time. Both sides in turn, so that no draw's exposure reaches its limit. */
const markets = [
  { game: 'k3_5m', sides: ['k3.sum_big_small big 1.00', 'k3.sum_big_small small 1.00'] },
  { game: 'lucky_au_10', sides: ['pk10.position_big_small@1 big 1.00', 'pk10.position_big_small@1 small 1.00'] },
] as const

type Open = { readonly period: Awaited<ReturnType<typeof periodNow>>; readonly sides: readonly string[] }

type Asked = { readonly minutes: number; readonly minuteMs: number; readonly players: number }

/** Bets at half of the most that the app takes, for so many minutes: what each minute cost, and whether that stayed as it was. */
export async function loadForMinutes({ minutes, minuteMs, players }: Asked, progress: (text: string) => void) {
  const cluster = await openOwnCluster()
  const app = await openRealApp(cluster)
  try {
    const spenders = await withDatabase(cluster.url('clearball_server'), (db) =>
      enrol({ url: app.url, superuserUrl: cluster.url('postgres'), db }, players),
    )
    const market = followMarkets(spenders[0]!)
    await market.ready
    const top = await topRate(spenders, market.now)
    const rate = Math.max(1, Math.floor(top / 2))
    progress(`the app takes ${Math.round(top)} bets a second; from now on ${rate}`)
    const measured: Minute[] = []
    for (let number = 1; number <= minutes; number++) {
      const sent = await sendFor(minuteMs, { rate, spenders, now: market.now })
      const minute = minuteOf(sent.tookMs, { failures: sent.failures, residentMb: await residentMb(app) })
      measured.push(minute)
      progress(
        `minute ${number}: p50 ${minute.p50} ms, p99 ${minute.p99} ms, ${minute.residentMb} MB, ${minute.failures} failed`,
      )
    }
    market.stop()
    return { top: Math.round(top), rate, minutes: measured, ...verdictOf(measured) }
  } finally {
    await app.kill()
    await cluster.remove()
  }
}

/** Keeps an eye on which draws take bets. */
function followMarkets(spender: Spender) {
  const open: { now: Open | null } = { now: null }
  const over = new AbortController()
  const look = async () => {
    while (!over.signal.aborted) {
      for (const { game, sides } of markets) {
        const period = await periodNow(spender, game).catch(() => null)
        const isOpen = period && Date.now() >= period.opensAt && Date.now() < period.closesAt - 2_000
        if (isOpen) {
          open.now = { period, sides }
          break
        }
      }
      await sleep(500)
    }
  }
  void look()
  const ready = (async () => {
    while (!open.now) await sleep(50)
  })()
  return { now: () => open.now!, ready, stop: () => over.abort() }
}

type Betting = { readonly spenders: readonly Spender[]; readonly now: () => Open }

const betOnce = (spender: Spender, { period, sides }: Open, at: number) =>
  bet(spender, period, { bets: [sides[at % sides.length]!], key: randomUUID() })

const warmUpMs = 5_000
const topMs = 10_000

/** How many bets a second the app takes from clients that never pause. */
async function topRate(spenders: readonly Spender[], now: () => Open): Promise<number> {
  let accepted = 0
  const over = new AbortController()
  const hand = async (spender: Spender) => {
    for (let at = 0; !over.signal.aborted; at++)
      await betOnce(spender, now(), at).then(
        () => accepted++,
        () => sleep(50),
      )
  }
  const hands = spenders.flatMap((spender) => Array.from({ length: 4 }, () => hand(spender)))
  await sleep(warmUpMs)
  const [before, beganMs] = [accepted, performance.now()]
  await sleep(topMs)
  const rate = ((accepted - before) / (performance.now() - beganMs)) * 1_000
  over.abort()
  await Promise.all(hands)
  return rate
}

/** Sends so many a second whether or not answers come, and measures each from the moment at which it was due. */
async function sendFor(ms: number, { rate, spenders, now }: Betting & { rate: number }) {
  const tookMs: number[] = []
  let failures = 0
  const sent: Promise<void>[] = []
  const beganMs = performance.now()
  for (let at = 0; performance.now() - beganMs < ms;) {
    const dueBy = Math.floor(((performance.now() - beganMs) * rate) / 1_000)
    for (; at <= dueBy; at++) {
      const dueMs = beganMs + (at * 1_000) / rate
      sent.push(
        betOnce(spenders[at % spenders.length]!, now(), at).then(
          () => void tookMs.push(performance.now() - dueMs),
          () => void failures++,
        ),
      )
    }
    await sleep(2)
  }
  await Promise.all(sent)
  return { tookMs, failures }
}

/** The memory of the app and its workers that is in use. */
async function residentMb(app: RealApp): Promise<number> {
  const kib = await Promise.all(
    (await app.pids()).map(async (pid) =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0),
    ),
  )
  return Math.round(kib.reduce((sum, each) => sum + each, 0) / 1_024)
}
