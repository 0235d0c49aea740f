import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listBets } from '#contract/play/bets'
import { formatCents, parseCents } from '#core/money/cents'
import { auditLedger } from '#server/services/ledger/audit'
import { chosen, periodNow } from '#server/testing/draws/betting'
import { type DrawHouse, openDrawHouse } from '#server/testing/draws/draw-house'
import type { Player } from '#server/testing/person'
import { startTestCluster } from '#server/testing/test-cluster'
import { patiently } from './patiently.ts'
import { type Proxy, openProxy } from './proxy.ts'
import type { Row } from './row.ts'

const opening = '5000.00'

/**
 * Five seconds for a connection and twenty for an answer on it are what the app gives; nobody waits longer than both.
 */
const longestWaitMs = 25_000

const variable = 'CLEARBALL_TEST_CLUSTER'

type Site = { readonly house: DrawHouse; readonly proxy: Proxy; readonly players: readonly Player[] }

/** A house whose app reaches its database through a proxy of ours, everything else directly. */
async function withSite<T>(work: (site: Site) => Promise<T>): Promise<T> {
  const { stop } = await startTestCluster({ isDurable: true })
  const addresses = JSON.parse(process.env[variable]!) as Record<string, string>
  const direct = new URL(addresses.clearball_server!)
  const proxy = await openProxy({ host: direct.hostname, port: Number(direct.port) })
  const through = addresses.clearball_server!.replace(`:${direct.port}/`, `:${proxy.port}/`)
  process.env[variable] = JSON.stringify({ ...addresses, clearball_server: through })
  const house = await openDrawHouse({ logLevel: 'silent' })
  const players: Player[] = []
  for (let at = 0; at < 4; at++) players.push(await house.player({ balance: opening, certified: true }))
  try {
    return await work({ house, proxy, players })
  } finally {
    proxy.delay(0)
    await house.close()
    await proxy.close()
    await stop()
  }
}

/** Bodies of slips of one bet each, on games that are open. */
async function slipOf(house: DrawHouse): Promise<string> {
  const { drawId, rules } = await patiently(() => periodNow(house.visitor(), 'speed_racing'))
  const { stake, ...bet } = chosen('pk10.sum12_big_small big 1.00')
  return JSON.stringify({ drawId, rules, bets: [{ ...bet, stake: formatCents(stake) }] })
}

async function send(player: Player, body: string, key: string): Promise<{ status: number; mayRetry: boolean }> {
  try {
    const response = await player.fetch('/api/v1/bets', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(60_000),
    })
    await response.arrayBuffer()
    return { status: response.status, mayRetry: response.headers.has('retry-after') }
  } catch {
    return { status: 0, mayRetry: true }
  }
}

/** `busy` is not an answer. */
async function sendUntilKnown(player: Player, body: string, key: string): Promise<void> {
  for (let known = await send(player, body, key); known.mayRetry; known = await send(player, body, key))
    await sleep(200)
}

/** C5: the connection is cut, and swallowed, again and again while players bet; each asks again until they know. */
export async function connection(rounds = 20): Promise<Row[]> {
  return withSite(async ({ house, proxy, players }) => {
    const body = await slipOf(house)
    const answers: Record<number, number> = {}
    let acknowledged = 0
    const ending = new AbortController()
    const spend = async (player: Player) => {
      while (!ending.signal.aborted) {
        const key = randomUUID()
        for (let status = 0; status !== 200;) {
          ;({ status } = await send(player, body, key))
          answers[status] = (answers[status] ?? 0) + 1
          if (status !== 200) await sleep(50)
        }
        acknowledged++
      }
    }
    const spending = players.flatMap((player) => [spend(player), spend(player), spend(player)])
    for (let round = 0; round < rounds; round++) {
      await sleep(300 + Math.random() * 500)
      if (round % 2 === 1) {
        proxy.swallow()
        await sleep(1_500)
      }
      proxy.drop()
    }
    ending.abort()
    await Promise.all(spending)
    const { placed, problems } = await lookUp(house, players)
    const faults = answers[500] ?? 0
    return [
      {
        what: 'C5 connection to the database cut and swallowed',
        rounds,
        'connections cut': proxy.fired.cut,
        'pieces swallowed': proxy.fired.swallowed,
        acknowledged,
        lost: Math.max(0, acknowledged - placed),
        doubled: Math.max(0, placed - acknowledged),
        faults,
        findings: problems.length,
        holds:
          placed === acknowledged &&
          problems.length === 0 &&
          faults === 0 &&
          proxy.fired.cut > 0 &&
          proxy.fired.swallowed > 0,
      },
    ]
  })
}

/** What is in the books, counted by bets and by balances: both must say the same. */
async function lookUp(house: DrawHouse, players: readonly Player[]) {
  let placed = 0
  const problems = await auditLedger(house.app.db.query)
  for (const player of players) {
    const spent = Number(parseCents(opening)! - parseCents(await patiently(player.balance))!) / 100
    let bets = 0
    for (let after: string | undefined; ;) {
      const from = after === undefined ? {} : { after }
      const page = await patiently(() => player.call(listBets, from))
      bets += page.items.length
      if (!page.next) break
      after = page.next
    }
    if (bets !== spent) problems.push(`${player.account} has ${bets} bets and paid for ${spent}`)
    placed += bets
  }
  return { placed, problems }
}

/** C6: every message takes 200 ms longer while many ask at once. Nobody waits long, and the health page says why. */
export async function slowDatabase(): Promise<Row[]> {
  return withSite(async ({ house, proxy, players }) => {
    const body = await slipOf(house)
    proxy.delay(200)
    const startedMs = performance.now()
    let slowestMs = 0
    let withoutRetry = 0
    const answers: Record<number, number> = {}
    const keys: string[] = []
    const ask = async (player: Player) => {
      while (performance.now() - startedMs < 10_000) {
        const sentMs = performance.now()
        const key = randomUUID()
        const { status, mayRetry } = await send(player, body, key)
        slowestMs = Math.max(slowestMs, performance.now() - sentMs)
        answers[status] = (answers[status] ?? 0) + 1
        if (status === 200) keys.push(key)
        else if (!mayRetry) withoutRetry++
      }
    }
    const asking = Array.from({ length: 600 }, (_, at) => ask(players[at % players.length]!))
    await sleep(5_000)
    const { why } = (await (await house.visitor().fetch('/api/health')).json()) as { why: string[] }
    await Promise.all(asking)
    proxy.delay(0)
    const calmMs = performance.now()
    while ((await send(players[0]!, body, randomUUID())).status !== 200) await sleep(50)
    const backMs = performance.now() - calmMs
    const problems = await auditLedger(house.app.db.query)
    return [
      {
        what: 'C6 database slower by 200 ms a message, 600 ask at once',
        'messages delayed': proxy.fired.delayed,
        answered: keys.length,
        'sent away with Retry-After': answers[503] ?? 0,
        'other answers': Object.entries(answers).reduce(
          (sum, [status, n]) => sum + (/^(200|503)$/.test(status) ? 0 : n),
          0,
        ),
        'slowest answer, s': Math.round(slowestMs / 100) / 10,
        'health says': why.join('; '),
        'back after, s': Math.round(backMs / 100) / 10,
        findings: problems.length,
        holds:
          withoutRetry === 0 &&
          keys.length > 0 &&
          (answers[503] ?? 0) > 0 &&
          slowestMs < longestWaitMs &&
          why.length > 0 &&
          backMs < 5_000 &&
          problems.length === 0,
      },
    ]
  })
}

/** C4: the same requests in order and once, or shuffled, doubled and all at once, leave the same balances. */
export async function shuffled(requests = 400): Promise<Row[]> {
  const cluster = await startTestCluster()
  const run = async (isShuffled: boolean) => {
    const house = await openDrawHouse({ logLevel: 'silent' })
    const players: Player[] = []
    for (let at = 0; at < 4; at++) players.push(await house.player({ balance: opening, certified: true }))
    const body = await slipOf(house)
    const recorded = Array.from({ length: requests }, (_, at) => ({ player: players[(at * 7) % 4]!, key: keyOf(at) }))
    const sent = isShuffled ? shuffle([...recorded, ...recorded, ...recorded]) : recorded
    const lanes = Array.from({ length: isShuffled ? 40 : 1 }, async () => {
      for (let next = sent.pop(); next; next = sent.pop()) await sendUntilKnown(next.player, body, next.key)
    })
    await Promise.all(lanes)
    const balances = await Promise.all(players.map((player) => patiently(player.balance)))
    const { placed, problems } = await lookUp(house, players)
    await house.close()
    return { balances, placed, problems }
  }
  const [inOrder, mixed] = [await run(false), await run(true)]
  await cluster.stop()
  const isSame = JSON.stringify(inOrder.balances) === JSON.stringify(mixed.balances)
  const findings = inOrder.problems.length + mixed.problems.length
  return [
    {
      what: 'C4 requests shuffled, each three times, forty at once',
      requests,
      'bets in order': inOrder.placed,
      'bets shuffled': mixed.placed,
      'same balances': isSame,
      findings,
      holds: isSame && inOrder.placed === requests && mixed.placed === requests && findings === 0,
    },
  ]
}

const keyOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

/** The same order in every run. */
function shuffle<T>(items: T[]): T[] {
  let state = 20_261_115
  for (let at = items.length - 1; at > 0; at--) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    const other = state % (at + 1)
    ;[items[at], items[other]] = [items[other]!, items[at]!]
  }
  return items
}
