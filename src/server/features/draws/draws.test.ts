import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { currentDraws, latestDraws } from '#contract/play/draws'
import { drawProof, drawStatistics, gameTrends, listDraws } from '#contract/play/past-draws'
import { games } from '#core/games/catalogue'
import { shownBy } from '#core/games/trends'
import { periodsOfDay } from '#core/periods/schedule'
import { parseDay } from '#core/periods/civil-date'
import { includesByProof, readLog } from '#core/fairness/log'
import { verifyEd25519 } from '#core/fairness/signatures'
import { parseKey } from '#core/fairness/tlog/note'
import { check } from '../../../../verify/check.ts'
import { keptNothing } from '../../../../verify/kept.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { administrator } from '../../testing/administrator.ts'
import { firstKey } from '../../services/fairness/operator-keys.ts'
import { failedSteps, verifyDraws } from '../../testing/draws/verify-draws.ts'

const minuteMs = 60_000
const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)
const livedMs = openedMs + 21 * minuteMs
const day = '20261102'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
  await house.liveUntil(livedMs)
})
afterAll(() => house.close())

const recordsOf = (type: string) =>
  house.app.db.query.selectFrom('log_record').select(['draw_id', 'at']).where('type', '=', type).execute()

describe('twenty minutes of all nine games', () => {
  const due = games
    .flatMap(({ code }) => periodsOfDay(code, parseDay(day)!))
    // A period that is running when the house opens is scheduled if ten seconds of it are left.
    .filter(({ closesAtMs, drawsAtMs }) => closesAtMs >= openedMs + 10_000 && drawsAtMs <= livedMs)
    .map(({ drawId }) => drawId)
    .sort()

  test('every period is closed, drawn and settled once', async () => {
    expect(due.length).toBeGreaterThan(50)
    for (const type of ['result', 'settle']) {
      expect((await recordsOf(type)).map(({ draw_id }) => draw_id!).sort(), type).toEqual(due)
    }
    const closed = (await recordsOf('close')).map(({ draw_id }) => draw_id!)
    expect(closed).toEqual([...new Set(closed)])
    expect(closed).toEqual(expect.arrayContaining(due))
    expect(await recordsOf('void')).toEqual([])
  })

  test('the newest three are told with how long before each betting had closed', async () => {
    const { items } = await house.visitor().call(latestDraws, {})
    const { items: all } = await house.visitor().call(currentDraws, {})
    const ended = all.flatMap(({ last }) => last?.endedAt ?? []).sort((a, b) => b - a)
    expect(items.map(({ endedAt }) => endedAt)).toEqual(ended.slice(0, 3))
    for (const { drawId, game, outcome, witnesses, aheadSeconds } of items) {
      const { closeBeforeSec } = games.find(({ code }) => code === game)!
      const { last } = all.find((each) => each.game === game)!
      expect([drawId, outcome, witnesses]).toEqual([last!.drawId, last!.outcome, null])
      expect(aheadSeconds).toBeGreaterThanOrEqual(closeBeforeSec)
      expect(aheadSeconds).toBeLessThan(closeBeforeSec + 4)
    }
  })

  test('each of them verifies from the public files only', async () => {
    const verdicts = await verifyDraws(house.playerUrl, due, house.clock.nowMs())
    expect(failedSteps(verdicts)).toEqual([])
    for (const { steps } of verdicts) {
      const passed = steps.filter(({ status }) => status === 'pass').map(({ name }) => name)
      expect(passed).toEqual(expect.arrayContaining(['log-holds', 'one-of-each', 'scheduled-ahead', 'closed-in-time']))
      expect(passed).toEqual(expect.arrayContaining(['commitment-opens', 'beacon-genuine', 'outcome-recomputes']))
      expect(passed).toEqual(expect.arrayContaining(['bets-file-holds', 'paid-total-follows']))
    }
  })

  test('the command-line verifier agrees, given only the site’s address', async () => {
    const key = await firstKey(house.app.db.query, house.app.config)
    const options = {
      key,
      policy: null,
      kept: keptNothing,
      paid: null,
      mode: 'house-beacon' as const,
      relays: [],
      settleBet: null,
    }
    for await (const verdict of check([house.playerUrl, due[0]!], { ...options, nowMs: house.clock.nowMs() })) {
      expect(verdict).toMatchObject({ drawId: due[0], verdict: 'pass', mode: 'house-beacon' })
    }
  })

  test('the proof of one draw is a file that verifies by itself', async () => {
    const proof = await house.visitor().call(drawProof, { drawId: due[0]! })
    const { entries, problem } = readLog({
      checkpoint: proof.checkpoint,
      keys: [{ ...parseKey(proof.operatorKey)!, from: 0 }],
      entries: proof.entries,
      includes: includesByProof(proof.entries),
      verify: verifyEd25519,
    })
    expect(problem).toBeNull()
    expect(entries.map(({ record }) => record.type)).toEqual(['schedule', 'close', 'result', 'settle'])
    await expect(house.visitor().call(drawProof, { drawId: 'k3_5m:20200101:0001' })).rejects.toMatchObject({
      code: 'draw_unknown',
    })
  })

  test('future draws are scheduled, and nothing about their results is public', async () => {
    const next = await house.visitor().call(currentDraws, {})
    expect(next).toMatchObject({ beacon: 'house-beacon', stop: null })
    expect(next.items.map(({ game }) => game)).toEqual(games.map(({ code }) => code))
    for (const { period, last, game } of next.items) {
      expect(period!.drawsAt, game).toBeGreaterThan(livedMs)
      if (game !== 'lucky_airship') expect(due).toContain(last!.drawId)
      const proof = await house.visitor().call(drawProof, { drawId: period!.drawId })
      expect(proof.bets).toBeNull()
      if (period!.status === 'scheduled') expect(proof.entries).toHaveLength(1)
    }
  })

  test('the files are public, cacheable for ever where final, and bets are public only once their draw ended', async () => {
    const get = (path: string) => fetch(`${house.playerUrl}/fair/${path}`)
    const cached = async (path: string) => (await get(path)).headers.get('cache-control')
    const { rows } = await house.app.db.pool.query(`select hash from rules_document limit 1`)
    expect(await cached(`rules/${rows[0].hash}.json`)).toContain('immutable')
    expect(await cached(`bets/${due[0]!.replaceAll(':', '/')}.jsonl`)).toContain('immutable')
    expect(await cached('log/tile/0/000.p/7')).toContain('immutable')
    // The newest checkpoint is soon replaced.
    expect(await cached('log/checkpoint')).toBe('public, max-age=1')
    for (const path of ['site.json', 'keys.json', 'log/checkpoint', 'log/tile/entries/000.p/7', `days/${day}.json`]) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    }
    for (const path of [
      'bets/k3_5m/20261102/0288.jsonl',
      'bets/k3_5m/x/y.jsonl',
      'log/tile/0/009',
      'log/tile/entries/000.p/0',
      'log/tile/x/000',
      'seen/0',
      'seen/x',
      'days/1.json',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
    const site = await (await get('site.json')).json()
    expect(site).toMatchObject({
      v: 2,
      origin: 'localhost/fair/log',
      policy: null,
      latestDay: day,
      chain: house.beacon.chain,
    })
    expect(JSON.stringify(site)).not.toContain(house.app.config.operatorKey.reveal())
  })

  test('past draws come newest first, page by page without a gap', async () => {
    const visitor = house.visitor()
    const found: string[] = []
    let after: string | undefined
    for (;;) {
      const page = await visitor.call(listDraws, { game: 'speed_racing', ...(after && { after }) })
      found.push(...page.items.map(({ drawId }) => drawId))
      if (page.next === null) break
      after = page.next
    }
    expect(found).toEqual(due.filter((drawId) => drawId.startsWith('speed_racing')).toReversed())
  })

  test('trends equal a count over all results', async () => {
    for (const { code, family } of games) {
      const { draws, items } = await house.visitor().call(gameTrends, { game: code })
      const { items: past } = await house.visitor().call(listDraws, { game: code })
      expect(draws).toBe(past.length)
      const shown = past.map(({ outcome }) => shownBy(family, outcome!).map((each) => `${each.play} ${each.selection}`))
      for (const { play, selection, ...found } of items) {
        const hits = shown.map((each) => each.includes(`${play} ${selection}`)).toReversed()
        expect(found, `${code} ${play} ${selection}`).toEqual(counted(hits))
      }
      expect(new Set(items.map(({ play, selection }) => `${play} ${selection}`))).toEqual(new Set(shown.flat()))
    }
  })

  test('the published figures include them', async () => {
    const { items, from } = await house.visitor().call(drawStatistics, {})
    expect(from).toBe('20261004')
    expect(items.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(due.length)
    expect(items.reduce((sum, { inTime }) => sum + inTime, 0)).toBe(due.length)
    expect(items.every(({ delayed, voided }) => delayed === 0 && voided['late-close'] === 0)).toBe(true)
  })

  test('running everything again changes nothing', async () => {
    const count = () => house.app.db.query.selectFrom('log_record').select('seq').execute()
    const before = (await count()).length
    await Promise.all([house.tick(), house.tick()])
    expect(await count()).toHaveLength(before)
  })
})

describe('somebody who owns the database', () => {
  let superuser: Client
  beforeAll(async () => {
    superuser = await administrator(house)
    // What no role of the product may do: triggers are disabled, and the constraints on hashes are dropped.
    await superuser.query(`set session_replication_role = replica`)
    await superuser.query(`alter table rules_document drop constraint rules_document_is_named_by_its_hash`)
    await superuser.query(`alter table log_record drop constraint log_record_leaf_is_its_hash`)
    for (const table of ['log_record', 'rules_document']) {
      await superuser.query(`create table kept_${table} as select * from ${table}`)
    }
  })
  afterEach(async () => {
    for (const table of ['log_record', 'rules_document']) {
      await superuser.query(`delete from ${table}`)
      await superuser.query(`insert into ${table} select * from kept_${table}`)
    }
  })
  afterAll(() => superuser.end())

  const ways: [what: string, tamper: string, found: string][] = [
    [
      'changes a result',
      `update log_record set entry = replace(entry, '"outcome":[', '"outcome":[9,') where type = 'result'`,
      'not-in-log',
    ],
    [
      'changes a commitment',
      `update log_record set entry = regexp_replace(entry, '"commit":"..', '"commit":"zz') where seq = 3`,
      'not-in-log',
    ],
    [
      'moves a close',
      `update log_record set entry = regexp_replace(entry, '"at":"2026-11', '"at":"2026-10') where type = 'close'`,
      'not-in-log',
    ],
    [
      'exchanges two records',
      `update log_record a set entry = b.entry from log_record b where a.seq + b.seq = 41 and a.seq in (20, 21)`,
      'not-in-log',
    ],
    ['drops a record', `delete from log_record where seq = 20`, 'no-schedule'],
    [
      'changes the rules',
      `update rules_document set document = replace(document, '"minStake":100', '"minStake":200')`,
      'rules-differ',
    ],
  ]
  test.each(ways)('%s and is detected', async (_, tamper, found) => {
    const drawId = 'k3_5m:20261102:0146'
    const look = async () => (await verifyDraws(house.playerUrl, [drawId], house.clock.nowMs()))[0]!
    const { rowCount } = await superuser.query(tamper)
    expect(rowCount).toBeGreaterThan(0)
    await superuser.query(`update log_record set leaf = sha256('\\x00'::bytea || convert_to(entry, 'UTF8'))`)
    expect((await look()).steps.map(({ reason }) => reason)).toContain(found)
  })
})

/** Reference implementation: goes through every draw, oldest first. */
function counted(hits: readonly boolean[]) {
  let [gap, run, longestOmission, longestStreak] = [0, 0, 0, 0]
  for (const isHit of hits) {
    gap = isHit ? 0 : gap + 1
    run = isHit ? run + 1 : 0
    longestOmission = Math.max(longestOmission, gap)
    longestStreak = Math.max(longestStreak, run)
  }
  return { seen: hits.filter(Boolean).length, omission: gap, longestOmission, streak: run, longestStreak }
}
