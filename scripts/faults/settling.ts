import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { listBets } from '#contract/play/bets'
import { parseCents, sumCents } from '#core/money/cents'
import type { App } from '#server/world/app'
import { auditLedger } from '#server/services/ledger/audit'
import { closeDuePeriods } from '#server/features/draws/close-period'
import { drawDuePeriods, patientFetcher } from '#server/features/draws/draw-period'
import { bet, periodNow } from '#server/testing/draws/betting'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { failedSteps, verifyDraws } from '#server/testing/draws/verify-draws'
import { startTestCluster } from '#server/testing/test-cluster'
import { patiently } from './patiently.ts'
import type { Row } from './row.ts'

const both = ['pk10.sum12_big_small big 1.00', 'pk10.sum12_big_small small 1.00', 'pk10.position_number@1 1 1.00']

/** C3: a node is killed at each statement of a settlement in turn; another finishes it, and every bet is paid once. */
export async function settling(): Promise<Row[]> {
  const { stop } = await startTestCluster()
  const house = await openDrawHouse({ logLevel: 'silent' })
  const { app } = house
  const an = await house.player({ balance: '900.00', certified: true })
  const problems: string[] = []
  const drawIds: string[] = []
  let kills = 0
  let slowestMs = 0
  for (let step = 1; ; step++) {
    const now = () => patiently(() => periodNow(an, 'speed_racing'))
    await house.liveUntil((await now()).drawsAt + 5_000)
    const period = await now()
    const before = parseCents(await patiently(an.balance))!
    const key = randomUUID()
    await patiently(() => bet(an, period, { bets: both, key }))
    // Everything but the settlement, which the killed node does.
    house.clock.to(period.closesAt)
    await app.beacon.look()
    await closeDuePeriods(app)
    house.clock.to(period.drawsAt + 1_000)
    await app.beacon.look()
    await drawDuePeriods(app, patientFetcher(app))
    const isKilled = await settle(house.databaseUrl('clearball_server'), house.clock.nowMs(), step)
    if (isKilled) kills++
    // After its lease has run out, the next one takes over.
    house.clock.forward(11_000)
    const startedMs = performance.now()
    // The database needs a moment to see that its client is gone, and until then keeps the row locked.
    while (!(await isSettled(app, period.drawId)) && performance.now() - startedMs < 30_000) await house.tick()
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
    const { items } = await patiently(() => an.call(listBets, { game: 'speed_racing', state: 'completed' }))
    const paid = items.filter(({ drawId }) => drawId === period.drawId).map(({ payout }) => payout)
    const after = parseCents(await patiently(an.balance))!
    if (paid.length !== both.length) problems.push(`step ${step}: ${paid.length} bets are settled`)
    if (after !== before - 3_00n + sumCents(paid)) problems.push(`step ${step}: paid ${after - before} in all`)
    problems.push(...(await auditLedger(app.db.query)))
    drawIds.push(period.drawId)
    if (!isKilled) break
  }
  problems.push(...failedSteps(await verifyDraws(house.playerUrl, drawIds, house.clock.nowMs())))
  for (const problem of problems) console.error(problem)
  await house.close()
  await stop()
  return [
    {
      what: 'C3 settlement killed at each of its statements',
      kills,
      'finished after, s': Math.round(slowestMs / 100) / 10,
      findings: problems.length,
      holds: kills > 10 && problems.length === 0 && slowestMs < 30_000,
    },
  ]
}

async function isSettled({ db }: App, drawId: string): Promise<boolean> {
  const row = await db.query.selectFrom('period').select('settled_at').where('draw_id', '=', drawId).executeTakeFirst()
  return Boolean(row?.settled_at)
}

async function settle(url: string, atMs: number, step: number): Promise<boolean> {
  const script = fileURLToPath(new URL('./settler.ts', import.meta.url))
  const settler = spawn(process.execPath, [script, url, String(atMs), String(step)], { stdio: 'inherit' })
  const [code, signal] = (await once(settler, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the settler ended with ${code}`)
  return signal === 'SIGKILL'
}
