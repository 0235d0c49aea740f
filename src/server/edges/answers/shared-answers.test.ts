import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playerApi } from '#contract/api'
import { serverTimeHeader } from '#contract/client'
import { proposeCountries } from '#contract/console/countries'
import { liftGameStop, proposeCancel, stopGame } from '#contract/console/games'
import { approveProposal } from '#contract/console/settings'
import { setHouseText, withdrawAnnouncement, writeAnnouncement } from '#contract/console/texts'
import { payDueRebates } from '../../features/bets/rebates/pay-rebates.ts'
import { drawDuePeriods, patientFetcher } from '../../features/draws/draw-period.ts'
import { closeApp, openApp } from '../../open-app.ts'
import { openAnswers } from '../../services/answers/open-answers.ts'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import { openStreamPlaces, streamBounds } from '../../services/live/stream-places.ts'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { replayBeacon } from '../../testing/draws/replay-beacon.ts'
import type { App } from '../../world/app.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { playerHandlers } from '../handlers/player-handlers.ts'
import { openHttp } from '../http/server.ts'

let house: DrawHouse
let other: { app: App; server: FastifyInstance }
beforeAll(async () => {
  house = await openDrawHouse()
  const source = replayBeacon(house.app)
  const app = await openApp({ ...house.app, url: house.databaseUrl('clearball_server'), size: 6, source })
  other = { app, server: await serverOf(app) }
})
afterAll(async () => {
  await other.server.close()
  await closeApp(other.app)
  await house.close()
})

const serverOf = (app: App) =>
  openHttp(app, 'player', { metrics: openMetrics(app), places: openStreamPlaces(streamBounds(app.config)) })

/** Every call whose answer is the same for everybody, and the public files that are kept. */
const calls: Readonly<Record<string, string>> = {
  'games.list': '/api/v1/games',
  'site.get': '/api/v1/site',
  'site.announcements': '/api/v1/announcements?locale=en',
  'site.texts': '/api/v1/site/texts?locale=en',
  'site.countries': '/api/v1/site/countries',
  'games.trends': '/api/v1/games/speed_racing/trends',
  'draws.current': '/api/v1/draws/current',
  'draws.latest': '/api/v1/draws/latest',
  'draws.list': '/api/v1/games/speed_racing/draws',
  'draws.statistics': '/api/v1/draws/statistics',
  'liabilities.totals': '/api/v1/liabilities',
}
const files = ['/fair/site.json', '/fair/keys.json', '/fair/log/checkpoint', '/fair/days/20261102.json']
const paths = [...Object.values(calls), ...files]

const ask = (server: FastifyInstance, path: string, headers: Record<string, string> = {}) =>
  server.inject({ url: path, headers })
const bodies = async (server: FastifyInstance) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await ask(server, path)).body] as const)))

/**
 * Changes something through the first node and asks the second one, which has kept every answer, at once. What it says must be what a
 * node without any memory says. Returns which answers changed.
 */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await bodies(other.server)
  await change()
  const [after, forgetful] = [
    await bodies(other.server),
    await serverOf({ ...other.app, answers: openAnswers(other.app) }),
  ]
  expect(after).toEqual(await bodies(forgetful))
  await forgetful.close()
  const names = Object.fromEntries(Object.entries(calls).map(([name, path]) => [path, name]))
  return paths.filter((path) => after[path] !== before[path]).map((path) => names[path] ?? path)
}

describe('a second node that has kept every answer says at once', () => {
  const reason = 'for a test'
  const period = () => periodNow(house.visitor(), 'speed_racing')

  test('that a draw closed, and its result', async () => {
    const { closesAt, drawsAt } = await period()
    expect(await changedBy(() => house.liveUntil(closesAt))).toEqual(
      expect.arrayContaining(['draws.current', '/fair/log/checkpoint', '/fair/days/20261102.json']),
    )
    expect(await changedBy(() => house.liveUntil(drawsAt + 3_000))).toEqual(
      expect.arrayContaining(['games.trends', 'draws.current', 'draws.list', 'draws.statistics']),
    )
  })

  test('which period is next, although nothing but the time has changed', async () => {
    const { drawsAt } = await period()
    await house.liveUntil(drawsAt - 1)
    const change = async () => house.clock.to(drawsAt)
    expect(await changedBy(change)).toEqual(['draws.current'])
    await house.tick()
  })

  test('that a game was stopped, and that it takes bets again', async () => {
    const admin = await house.operator('admin')
    let id = ''
    const stop = async () => ({ id } = await admin.call(stopGame, { game: 'k3_5m', why: 'incident', reason }))
    expect(await changedBy(stop)).toEqual(['draws.current'])
    expect(await changedBy(() => admin.call(liftGameStop, { id, reason }))).toEqual(['draws.current'])
  })

  test('that a draw was cancelled', async () => {
    const [admin, risk] = [await house.operator('admin'), await house.operator('risk')]
    const { drawId } = await period()
    const { proposalId } = await risk.call(proposeCancel, { drawId, why: 'incident', reason })
    const cancel = () => admin.call(approveProposal, { id: proposalId })
    expect(await changedBy(cancel)).toEqual(expect.arrayContaining(['draws.current', 'draws.statistics']))
  })

  test('what was staked, once it is counted', async () => {
    const an = await house.player({ balance: '50.00', certified: true })
    const { drawsAt, ...open } = await period()
    await house.liveUntil(drawsAt + 3_000)
    const next = await period()
    expect(next.drawId).not.toBe(open.drawId)
    await bet(an, next, { bets: ['pk10.position_number@1 1 10.00'] })
    await house.liveUntil(next.drawsAt + 3_000)
    expect(await changedBy(() => payDueRebates(house.app))).toEqual(['draws.statistics'])
  })

  test('whether it knows of a beacon, which another node may not', async () => {
    await other.app.beacon.look()
    house.clock.forward(60_000)
    await house.tick()
    expect(bettingStop(other.app)).toBe('no_beacon')
    expect(await changedBy(() => other.app.beacon.look())).toEqual(['draws.current'])
    expect(bettingStop(other.app)).toBeNull()
  })

  test('what a witness has signed', async () => {
    const { query } = house.app.db
    const { size } = await query
      .selectFrom('log_checkpoint')
      .select('size')
      .orderBy('size', 'desc')
      .executeTakeFirstOrThrow()
    const at = new Date(house.clock.nowMs())
    const signed = { size, witness: 'north.example', line: '— north.example AAAA', signed_at: at, received_at: at }
    const sign = () => query.insertInto('log_cosignature').values(signed).execute()
    expect(await changedBy(sign)).toEqual(['/fair/log/checkpoint'])
  })

  test('that a draw is late', async () => {
    const { drawsAt } = await period()
    await house.liveUntil(drawsAt - 10_000)
    house.beacon.isReachable = false
    await house.liveUntil(drawsAt + 59_000)
    house.clock.to(drawsAt + 60_000)
    const delay = () => drawDuePeriods(house.app, patientFetcher(house.app))
    expect(await changedBy(delay)).toEqual(['draws.statistics'])
    house.beacon.isReachable = true
    await house.liveUntil(drawsAt + 80_000)
  })

  test('what the house announces and says about itself, from the instant at which it holds', async () => {
    const admin = await house.operator('admin')
    const nowMs = house.clock.nowMs()
    const texts = { 'zh-CN': '系统维护', en: 'Maintenance' }
    const [key, later] = [randomUUID(), { texts, from: nowMs + 60_000, until: nowMs + 120_000 }]
    expect(await changedBy(() => admin.call(writeAnnouncement, { texts, until: nowMs + 90_000 }, key))).toEqual([
      'site.announcements',
    ])
    expect(await changedBy(() => admin.call(withdrawAnnouncement, { id: key, reason }))).toEqual(['site.announcements'])
    expect(await changedBy(() => admin.call(writeAnnouncement, later, randomUUID()))).toEqual([])
    const about = { name: 'about', language: 'en', text: 'We draw.', reason } as const
    expect(await changedBy(() => admin.call(setHouseText, about))).toEqual(['site.texts'])
    const effectiveAt = nowMs + 30_000
    expect(await changedBy(() => admin.call(setHouseText, { ...about, text: 'We draw well.', effectiveAt }))).toEqual(
      [],
    )
    for (const [atMs, changed] of [
      [effectiveAt - 1, []],
      [effectiveAt, ['site.texts']],
      [later.from, ['site.announcements']],
      [later.until, ['site.announcements']],
    ] as const)
      expect((await changedBy(async () => house.clock.to(atMs))).filter((each) => each.startsWith('site.'))).toEqual(
        changed,
      )
    await house.tick()
  })

  test('which countries are served, from the instant at which it holds', async () => {
    const [admin, risk] = [await house.operator('admin'), await house.operator('risk')]
    const effectiveAt = house.clock.nowMs() + 20_000
    const propose = async (countries: string[], given: { effectiveAt?: number } = {}) =>
      (await admin.call(proposeCountries, { countries, isServed: false, reason, ...given })).proposalId
    const [now, soon] = [await propose(['FR']), await propose(['TH'], { effectiveAt })]
    expect(await changedBy(() => risk.call(approveProposal, { id: now }))).toEqual(['site.countries'])
    expect(await changedBy(() => risk.call(approveProposal, { id: soon }))).toEqual([])
    expect(await changedBy(async () => house.clock.to(effectiveAt))).toContain('site.countries')
    await house.tick()
  })
})

describe('an answer that is the same for everybody', () => {
  test('is declared by every call that is listed here, and by no other', () => {
    const shared = Object.entries(playerHandlers).flatMap(([name, handler]) => (handler.shared ? [name] : []))
    expect(shared.sort()).toEqual(Object.keys(calls).sort())
  })

  test.each(paths)('%s has a strong tag, and is not sent again to who has it', async (path) => {
    const first = await ask(other.server, path)
    expect(first.statusCode).toBe(200)
    const { etag } = first.headers
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(first.headers['cache-control']).toMatch(/^(no-cache|public, max-age=1)$/)
    for (const known of [String(etag), `"another", W/${String(etag)}`]) {
      const again = await ask(other.server, path, { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
    }
    expect((await ask(other.server, path, { 'if-none-match': '"another"' })).statusCode).toBe(200)
  })

  test('is sent compressed to who takes it so, under a tag of its own', async () => {
    const path = calls['draws.current']!
    const plain = await ask(other.server, path)
    const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await ask(other.server, path, { 'accept-encoding': encoding })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.vary).toBe('accept-encoding')
      expect(unpacked[encoding](packed.rawPayload).toString()).toBe(plain.body)
      expect(packed.headers.etag).not.toBe(plain.headers.etag)
      const known = { 'accept-encoding': encoding, 'if-none-match': String(packed.headers.etag) }
      expect((await ask(other.server, path, known)).statusCode).toBe(304)
      // The other form of it is another sequence of bytes.
      expect((await ask(other.server, path, { 'if-none-match': known['if-none-match'] })).statusCode).toBe(200)
    }
    expect((await ask(other.server, path, { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe(
      'gzip',
    )
  })

  test('tells the server’s time beside it, also where it is not sent again', async () => {
    const path = calls['draws.current']!
    const { headers } = await ask(other.server, path)
    expect(headers[serverTimeHeader]).toBe(String(house.clock.nowMs()))
    house.clock.forward(1)
    const again = await ask(other.server, path, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.headers[serverTimeHeader]]).toEqual([304, String(house.clock.nowMs())])
  })

  test('shows nothing of who asks, and no other answer may be kept by a browser', async () => {
    const an = await house.player({ balance: '1.00' })
    const cookie = [...an.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of paths) {
      const [theirs, visitors] = [await ask(other.server, path, { cookie }), await ask(other.server, path)]
      expect([theirs.body, theirs.headers.etag]).toEqual([visitors.body, visitors.headers.etag])
      expect(theirs.headers['set-cookie']).toBeUndefined()
    }
    const others = Object.entries(playerApi).filter(
      ([name, call]) => call.method === 'GET' && !(name in calls) && !call.path.includes(':'),
    )
    expect(others.length).toBeGreaterThan(15)
    for (const [, { path }] of others) {
      const { headers } = await ask(other.server, `/api/v1${path}`, { cookie })
      expect([path, headers['cache-control'], headers.etag]).toEqual([path, 'no-store', undefined])
    }
  })

  test('is refused like any other call for what it does not take', async () => {
    const refused = await ask(other.server, '/api/v1/games/roulette/trends')
    expect([refused.statusCode >= 400, refused.headers['cache-control']]).toEqual([true, 'no-store'])
    expect((await ask(other.server, '/api/v1/site?more=1')).json<{ code: string }>().code).toBe('request_malformed')
  })
})
