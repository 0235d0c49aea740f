import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatCents } from '#core/money/cents'
import { chosen, periodNow } from '#server/testing/draws/betting'
import { money } from '#server/testing/money'
import type { Answers, Spender } from '../spenders.ts'

/** What the bettors of a run were answered. */
export type Betting = {
  /** Answers of 500 and more, by status. */
  readonly failed: Map<number, number>
  /** Requests without an answer: the connection was refused or cut. */
  cut: number
  /** Bets that were accepted. */
  placed: number
  /** How long each accepted slip took. */
  readonly tookMs: number[]
  stop(): Promise<void>
}

type Bettors = { readonly url: string; readonly spenders: readonly Spender[]; readonly answers: Answers }

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
/** A machine that is too slow for the pace gets fewer bets, and no queue that hides how long they take. */
const underWayMost = 400
const stake = money('1.00')

/**
 * Slips whose bets balance one another, so that the most that a draw may cost the house is not reached however many
 * are placed.
 */
const slipsOf = {
  k3_5m: evens('k3'),
  k3_10m: evens('k3'),
  ssc_5m: evens('ssc'),
  ssc_10m: evens('ssc'),
  lucky_au_10: [
    [1, 2, 3, 4, 5].map((number) => `pk10.position_number@1 ${number}`),
    [6, 7, 8, 9, 10].map((number) => `pk10.position_number@1 ${number}`),
  ],
} as const
const betsPerSlip = 5
const slipStake = money('5.00')

function evens(family: 'k3' | 'ssc') {
  const [big, small, odd, even] = [
    `${family}.sum_big_small big`,
    `${family}.sum_big_small small`,
    `${family}.sum_odd_even odd`,
    `${family}.sum_odd_even even`,
  ] as const
  return [
    [big, small, odd, even, big],
    [big, small, odd, even, small],
  ]
}

/** Places `perSecond` bets, five to a slip, at an even pace, on connections that are kept, for all the players in turn. */
export function startBetting({ url, spenders, answers }: Bettors, perSecond: number): Betting {
  const over = new AbortController()
  const underWay = new Set<Promise<void>>()
  const betting = { failed: new Map<number, number>(), cut: 0, placed: 0, tookMs: [] as number[] }
  let slips: string[] = []
  const look = async () => {
    while (!over.signal.aborted) {
      slips = await openSlips(spenders[0]!).catch(() => slips)
      await sleep(500, null, { signal: over.signal }).catch(() => {})
    }
  }
  const place = async (at: number) => {
    const [spender, key, beganMs] = [spenders[at % spenders.length]!, randomUUID(), performance.now()]
    const status = await post(url, { spender, key, body: slips[at % slips.length]! })
    if (status === null) betting.cut++
    else if (status >= 500) betting.failed.set(status, (betting.failed.get(status) ?? 0) + 1)
    else if (status !== 200) answers.refused++
    else {
      betting.placed += betsPerSlip
      answers.accepted.push({ kind: 'bet', key, playerId: spender.id, amount: slipStake })
      betting.tookMs.push(performance.now() - beganMs)
    }
  }
  const pace = async () => {
    const slipsPerSecond = perSecond / betsPerSlip
    const beganMs = performance.now()
    for (let sent = 0; !over.signal.aborted; await sleep(5)) {
      const dueCount = Math.floor(((performance.now() - beganMs) * slipsPerSecond) / 1_000)
      // What could not be sent in time is left out, not made up for.
      sent = Math.max(sent, dueCount - slipsPerSecond / 10)
      for (; sent < dueCount && underWay.size < underWayMost && slips.length > 0; sent++) {
        const placing: Promise<void> = place(Math.floor(sent)).finally(() => underWay.delete(placing))
        underWay.add(placing)
      }
    }
  }
  const running = Promise.all([look(), pace()])
  const stop = async () => {
    over.abort()
    await running
    await Promise.all(underWay)
  }
  return Object.assign(betting, { stop })
}

/** Slips on every game of these that takes bets for a while yet. */
async function openSlips(spender: Spender): Promise<string[]> {
  const games = Object.keys(slipsOf) as (keyof typeof slipsOf)[]
  const periods = await Promise.all(games.map(async (game) => ({ game, ...(await periodNow(spender, game)) })))
  return periods
    .filter(({ opensAt, closesAt }) => Date.now() >= opensAt && Date.now() < closesAt - 3_000)
    .flatMap(({ game, drawId, rules }) =>
      slipsOf[game].map((plays) => {
        const bets = plays.map((play) => ({ ...chosen(`${play} 1.00`), stake: formatCents(stake) }))
        return JSON.stringify({ drawId, rules, bets })
      }),
    )
}

type Post = { readonly spender: Spender; readonly key: string; readonly body: string }

/** The status of the answer; null where there was none. Sent once: what goes wrong is not mended here. */
function post(url: string, { spender, key, body }: Post): Promise<number | null> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': key,
    cookie: [...spender.cookies].map((pair) => pair.join('=')).join('; '),
  }
  return new Promise((resolve) => {
    const sent = request(`${url}/api/v1/bets`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode!))
      answer.once('error', () => resolve(null))
    })
    sent.once('error', () => resolve(null))
    sent.end(body)
  })
}
