import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '#contract/client'
import { currentDraws } from '#contract/play/draws'
import { gameFamilies } from '#core/games/game-families'
import { bet, evenPlays } from '#server/testing/draws/betting'
import { withDatabase } from '../faults/books.ts'
import { openOwnCluster } from '../faults/own-cluster.ts'
import { type RealApp, openRealApp } from '../faults/real-app.ts'
import { type Spender, enrol } from '../faults/spenders.ts'
import { type Minute, isOwn, minuteOf, verdictOf } from './minutes.ts'

/** A draw that takes bets. The one whose turn comes first gets the next bet; each turn is a number. */
type Open = {
  readonly drawId: string
  readonly rules: string
  readonly play: string
  readonly opensAt: number
  readonly closesAt: number
  turn: number
}

type Asked = {
  /** At least so many minutes are not measured: the draws that end in them had bets only for a part of their time. */
  readonly warmUp: number
  readonly minutes: number
  readonly minuteMs: number
  readonly players: number
}

/**
 * The games with the longest periods end theirs at the same moments, so often: the first minute that is measured begins at one of
 * them, so that no fewer bets are settled in it than in the others.
 */
const cycleMs = 600_000

/** How many times the minutes asked for may pass, where many of them are left out. */
const mostTimes = 2

/** Bets at half of the most that the app takes, for so many minutes: what each minute cost, and whether that stayed as it was. */
export async function loadForMinutes({ warmUp, minutes, minuteMs, players }: Asked, progress: (text: string) => void) {
  const cluster = await openOwnCluster()
  const app = await openRealApp(cluster)
  try {
    const spenders = await withDatabase(cluster.url('clearball_server'), (db) =>
      enrol({ url: app.url, superuserUrl: cluster.url('postgres'), db }, players),
    )
    const market = followMarkets(spenders[0]!)
    await market.ready
    const top = await topRate(spenders, market)
    const rate = Math.max(1, Math.floor(top / 2))
    progress(`the app takes ${Math.round(top)} bets a second; from now on ${rate}`)
    const [measured, leftOut]: [Minute[], Minute[]] = [[], []]
    const firstAtMs = Math.ceil((Date.now() + warmUp * minuteMs) / cycleMs) * cycleMs
    const warmUps = Math.ceil((firstAtMs - Date.now()) / minuteMs)
    for (let number = 1 - warmUps; measured.length < minutes && number <= minutes * mostTimes; number++) {
      if (number === 1) market.lost = 0
      // The minutes keep their places among the draws, however long the last answers of one of them took.
      const endsAtMs = firstAtMs + number * minuteMs
      const before = await processorTime()
      const sent = await sendFor(endsAtMs - Date.now(), { rate, spenders, market })
      const failures = sent.reasons.length
      const stolen = stolenBetween(before, await processorTime())
      const minute = minuteOf(sent.tookMs, { failures, residentMb: await residentMb(app), stolen })
      const mayBegin = (endsAtMs - minuteMs) % cycleMs < minuteMs
      const counts = isOwn(minute) && (measured.length > 0 || mayBegin)
      if (number > 0) (counts ? measured : leftOut).push(minute)
      const why = failures > 0 ? ` (${[...new Set(sent.reasons)].slice(0, 3).join('; ')})` : ''
      progress(
        `minute ${number}: p50 ${minute.p50} ms, p99 ${minute.p99} ms, slowest ${minute.slowest} ms, ${minute.residentMb} MB, ${Math.round(stolen * 100)} % stolen, ${failures} failed${why}`,
      )
    }
    market.stop()
    if (measured.length < minutes)
      throw new Error(
        `the machine was this app's own in ${measured.length} of ${measured.length + leftOut.length} minutes`,
      )
    return {
      top: Math.round(top),
      rate,
      lost: market.lost,
      minutes: measured,
      leftOut,
      ...verdictOf(measured, leftOut),
    }
  } finally {
    await app.kill()
    await cluster.remove()
  }
}

/** Bets are not sent later than this before a draw closes: one that comes too late is refused. */
const lastMs = 2_000

/**
 * Follows which draws take bets. Over its whole time each gets as many bets as the others, so that none reaches the most that it may pay
 * out: the turns of a draw that is open for long are further apart. The side is left to chance, so that no player bets on one side
 * all the time and reaches the most that a draw may pay out to one.
 */
function followMarkets(spender: Spender) {
  const known = new Map<string, Open>()
  const over = new AbortController()
  let lastTurn = 0
  const isOpen = ({ closesAt }: Open) => Date.now() < closesAt - lastMs
  const look = async () => {
    while (!over.signal.aborted) {
      const { items } = await spender.call(currentDraws, {}).catch(() => ({ items: [] }))
      for (const { game, period } of items) {
        if (!period || known.has(period.drawId) || period.opensAt > Date.now()) continue
        const { drawId, rules, opensAt, closesAt } = period
        known.set(drawId, { drawId, rules, opensAt, closesAt, play: evenPlays[gameFamilies[game]], turn: lastTurn })
      }
      for (const each of known.values()) if (!isOpen(each)) known.delete(each.drawId)
      await sleep(500)
    }
  }
  void look()
  const next = () => {
    const open = [...known.values()].filter(isOpen)
    if (open.length === 0) return null
    const draw = open.reduce((first, each) => (each.turn < first.turn ? each : first))
    lastTurn = draw.turn
    draw.turn += draw.closesAt - draw.opensAt
    return { draw, side: Math.random() < 0.5 ? 'big' : 'small' }
  }
  const ready = (async () => {
    while (known.size === 0) await sleep(50)
  })()
  return { next, ready, stop: () => over.abort(), lost: 0 }
}

type Market = ReturnType<typeof followMarkets>

/** Bets, and asks once more under the same key where the connection ended without an answer, as the app does. */
async function betOnce(spender: Spender, market: Market): Promise<void> {
  const chosen = market.next()
  if (!chosen) throw new Error('no draw takes bets')
  const slip = { bets: [`${chosen.draw.play} ${chosen.side} 1.00`], key: randomUUID() }
  await bet(spender, chosen.draw, slip).catch((error: unknown) => {
    if (error instanceof Refused) throw error
    market.lost++
    return bet(spender, chosen.draw, slip)
  })
}

const beforeTopMs = 5_000
/**
 * From one draw of most games to the next: settling draws of their full size takes its share of the processor, and half of what the
 * app takes without it would be most of what it takes with it.
 */
const topMs = 300_000

/** How many bets a second the app takes from clients that never pause. */
async function topRate(spenders: readonly Spender[], market: Market): Promise<number> {
  let accepted = 0
  const over = new AbortController()
  const hand = async (spender: Spender) => {
    while (!over.signal.aborted)
      await betOnce(spender, market).then(
        () => accepted++,
        () => sleep(50),
      )
  }
  const hands = spenders.flatMap((spender) => Array.from({ length: 4 }, () => hand(spender)))
  await sleep(beforeTopMs)
  const [before, beganMs] = [accepted, performance.now()]
  await sleep(topMs)
  const rate = ((accepted - before) / (performance.now() - beganMs)) * 1_000
  over.abort()
  await Promise.all(hands)
  return rate
}

type Load = { readonly rate: number; readonly spenders: readonly Spender[]; readonly market: Market }

/** As many as the players' browsers would open: six each. */
const connectionsPerPlayer = 6

/**
 * Sends so many a second whether or not answers come, and measures each from the moment at which it was due. While every connection
 * waits for an answer, bets wait for a connection, and that time counts too.
 */
async function sendFor(ms: number, { rate, spenders, market }: Load) {
  const tookMs: number[] = []
  const reasons: string[] = []
  const beganMs = performance.now()
  let due = 0
  const hand = async () => {
    for (;;) {
      const number = due++
      const dueMs = beganMs + (number * 1_000) / rate
      if (dueMs >= beganMs + ms) return
      await sleep(Math.max(0, dueMs - performance.now()))
      await betOnce(spenders[number % spenders.length]!, market).then(
        () => void tookMs.push(performance.now() - dueMs),
        (error: unknown) => void reasons.push(error instanceof Refused ? error.code : String(error)),
      )
    }
  }
  await Promise.all(Array.from({ length: connectionsPerPlayer * spenders.length }, hand))
  return { tookMs, reasons }
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

/** The time of all processors since the machine began, and what of it the host gave to others; nothing where the system does not say. */
async function processorTime(): Promise<{ all: number; stolen: number }> {
  const line = /^cpu +(.+)$/m.exec(await readFile('/proc/stat', 'utf8').catch(() => ''))?.[1] ?? ''
  // User, nice, system, idle, waiting for a disk, interrupts twice, stolen; time of guests is part of the first two.
  const times = line.split(' ').slice(0, 8).map(Number)
  return { all: times.reduce((sum, each) => sum + each, 0), stolen: times[7] ?? 0 }
}

type Processors = Awaited<ReturnType<typeof processorTime>>

function stolenBetween(before: Processors, after: Processors): number {
  const all = after.all - before.all
  return all > 0 ? Math.round(((after.stolen - before.stolen) / all) * 100) / 100 : 0
}
