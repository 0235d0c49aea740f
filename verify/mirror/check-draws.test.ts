import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { canonicalHash } from '#core/fairness/canonical'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import type { NewRecord } from '#core/fairness/log'
import { parseDrawId } from '#core/fairness/records'
import * as made from '#core/fairness/testing/genuine-draw'
import { check, type CheckOptions } from '../check.ts'
import { keptNothing } from '../kept.ts'
import { layout } from '../public-files.ts'
import { altered, drafts, houseChecks, mirroredSite, records, upToSettled } from '../testing/mirrored-site.ts'
import { headsAt } from '../testing/site-files.ts'
import { lookOnce, openMirror } from './mirror.ts'

const [draft, second] = drafts as [made.Draft, made.Draft]
const { day } = parseDrawId(draft.drawId)!
const forged = altered(second, (copy) => void (copy.result.body.outcome[0] = 7))
const { site, held, beside, setting, told, forget, show, mirrorOnce, failures } = mirroredSite()

const kept = async () =>
  (await readFile(held('failures.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { drawId: string })

async function verdictsOf(place: string, more: Partial<CheckOptions> = {}) {
  const own = { key: made.operatorKey, ...houseChecks, kept: keptNothing, paid: null, nowMs: Date.now() }
  const found = []
  for await (const verdict of check([place, day], { ...own, settleBet: settleLeaf, ...more })) found.push(verdict)
  return found
}

describe('a mirror checks every draw that ended', () => {
  test('and keeps all that it takes: the folder is as good a source as the site', async () => {
    const log = made.sealLog(records)
    const seen = made.witnessedClose(log)!
    await show(records, { seen: { [records.findIndex(({ type }) => type === 'close')]: seen } })
    await mirrorOnce()
    expect(told('checked')).toEqual([{ event: 'checked', draws: 6, failed: 0 }])
    const fromSite = await verdictsOf(site(), { policy: made.testPolicy })
    await rm(site(), { recursive: true })
    const fromFolder = await verdictsOf(held(''), { policy: made.testPolicy })
    expect(fromFolder.map(({ drawId }) => drawId)).toEqual(drafts.map(({ drawId }) => drawId))
    // The folder's file of the day begins with the first draw; the site's begins where the test says.
    const facts = (verdicts: typeof fromSite) => verdicts.map(({ steps }) => steps.toSpliced(1, 1))
    expect(facts(fromFolder)).toEqual(facts(fromSite))
    const passed = (at: number) =>
      fromFolder[at]!.steps.filter(({ status }) => status === 'pass').map(({ step }) => step)
    expect(passed(0)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 14, 16])
    expect(passed(1)).toEqual([1, 2, 3, 5, 6, 7, 9, 10, 11, 14, 16])
  })

  test('as it ends, and none before', async () => {
    for (const [shown, draws] of [
      [upToSettled(draft).slice(0, -1), 0],
      [upToSettled(draft), 1],
      [upToSettled(second).slice(0, -1), 0],
      [upToSettled(second), 1],
      [records, 4],
      [records, 0],
    ] as const) {
      forget()
      await show(shown)
      await mirrorOnce()
      expect(told('checked').map((event) => event.draws)).toEqual(draws > 0 ? [draws] : [])
    }
    expect(await kept()).toEqual([])
  })

  test('without asking twice for what it has', async () => {
    await show()
    const asked: string[] = []
    const server = createServer((request, answer) => {
      asked.push(request.url!)
      readFile(site(request.url)).then(
        (bytes) => answer.end(bytes),
        () => answer.writeHead(404).end(),
      )
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await mirrorOnce({ site: address })
    const count = (part: string) => asked.filter((path) => path.includes(part)).length
    expect(['/rules/', '/bets/', '/seen/'].map(count)).toEqual([1, 6, 6])
    asked.length = 0
    await mirrorOnce({ site: address })
    expect(['/rules/', '/bets/', '/seen/'].map(count)).toEqual([0, 0, 0])
    server.close()
  })

  test('with the bets of one draw at a time, since those of several may fill the memory', async () => {
    await show()
    const asked = { now: 0, most: 0 }
    const server = createServer((request, answer) => {
      const isBets = request.url!.includes('/bets/')
      if (isBets) asked.most = Math.max(asked.most, ++asked.now)
      pause(isBets ? 20 : 0)
        .then(() => readFile(site(request.url)))
        .then(
          (bytes) => {
            asked.now -= Number(isBets)
            answer.end(bytes)
          },
          () => answer.writeHead(404).end(),
        )
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    await mirrorOnce({ site: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    expect(told('checked')).toEqual([{ event: 'checked', draws: 6, failed: 0 }])
    expect(asked).toEqual({ now: 0, most: 1 })
    server.close()
  })

  test('after a log-only mirror as well', async () => {
    await show()
    expect(await lookOnce(await openMirror(setting()), setting())).toBe(true)
    await expect(readdir(held('fair/bets'))).rejects.toThrow('ENOENT')
    await mirrorOnce()
    expect(told('checked')).toMatchObject([{ draws: 6 }])
  })
})

describe('a draw that fails', () => {
  test('is told and kept with the steps that failed, once, and the others are checked all the same', async () => {
    await show(forged)
    await mirrorOnce()
    expect(failures()).toEqual([[second.drawId, '11 outcome-differs']])
    expect(told('checked')).toEqual([{ event: 'checked', draws: 6, failed: 1 }])
    const note = made.sealLog(forged).note
    expect(await kept()).toMatchObject([{ drawId: second.drawId, checkpoint: note, steps: [{ step: 11 }] }])
    await mirrorOnce()
    expect(await kept()).toHaveLength(1)
  })

  test('with what the mirror was given: a house beacon, a policy, a relay', async () => {
    await show(upToSettled(draft))
    await mirrorOnce({}, { mode: 'public-beacon' })
    expect(failures()).toEqual([[draft.drawId, '4 operator-run-beacon']])
    forget()
    await rm(held('checked.json'))
    await mirrorOnce({}, { policy: made.testPolicy })
    expect(failures()).toEqual([[draft.drawId, '8 close-not-witnessed']])
    forget()
    await rm(held('checked.json'))
    const { round } = draft.result.body
    const relayed = beside(`relay/${draft.chain.chainHash}/public/${round}`)
    await mkdir(dirname(relayed), { recursive: true })
    await writeFile(relayed, JSON.stringify({ round, signature: '00' }))
    await mirrorOnce({}, { relays: [beside('relay')] })
    expect(failures()).toEqual([[draft.drawId, '10 relay-differs']])
  })

  test('by what the mirror saw itself', async () => {
    const early = records.findIndex(({ type }) => type === 'close')
    await show(records.slice(0, early))
    const clock = () => Date.parse(draft.close.at)
    await mirrorOnce({ clock })
    await show()
    await mirrorOnce({ clock })
    expect(told('seen')).toHaveLength(6)
    expect(failures()).toEqual([])
    const noted = JSON.parse(await readFile(held('kept.json'), 'utf8')) as { notes: Record<string, object> }
    noted.notes[draft.drawId] = { closeHash: '0'.repeat(64), seenAt: draft.close.at }
    await writeFile(held('kept.json'), JSON.stringify(noted))
    await rm(held('checked.json'))
    await mirrorOnce()
    expect(failures()).toEqual([[draft.drawId, '8 witness-saw-another']])
  })

  const late = headsAt(records.at(-1)!.at, 1)
  const again = (record: NewRecord): NewRecord => ({ ...record, at: records.at(-1)!.at })
  test.each<[string, NewRecord, string]>([
    ['a second result', again(draft.result), '3 several-records'],
    ['a second settlement', again(draft.settle), '3 several-records'],
    ['its id in another schedule', again(draft.schedule), '3 several-records'],
    [
      'a record that voids it',
      { at: records.at(-1)!.at, type: 'void', body: { ...made.refundBody(draft), reason: 'late-close' } },
      '3 void-after-result',
    ],
  ])('long after it ended, by %s', async (_, record, why) => {
    await show([...records, ...late])
    await mirrorOnce()
    expect(failures()).toEqual([])
    await show([...records, ...late, record])
    await mirrorOnce()
    expect(failures().map((failure) => failure.slice(0, 2))).toEqual([[draft.drawId, why]])
    expect(told('checked').at(-1)).toEqual({ event: 'checked', draws: 1, failed: 1 })
  })

  test('though nobody scheduled it', async () => {
    const drawId = second.drawId.replace('0002', '0099')
    await show([...records, { ...again(second.settle), body: { ...second.settle.body, drawId } } as NewRecord])
    await mirrorOnce()
    expect(failures()).toEqual([[drawId, '3 no-schedule']])
  })

  const put = (path: string, text: string) => writeFile(site(path), text)
  const bets = layout.bets(second.drawId)
  const rules = layout.rules(canonicalHash(draft.rules))

  test.each([
    ['other bets', (text: string) => text.replace('"stake":1000', '"stake":1001'), '14 bets-root-differs'],
    ['bets that are none', () => '<html>', '14 bet-malformed'],
  ])('by %s', async (_, change, why) => {
    await show()
    const shown = change(await readFile(site(bets), 'utf8'))
    await put(bets, shown)
    await mirrorOnce()
    expect(failures().map((failure) => failure.slice(0, 2))).toEqual([[second.drawId, why]])
    // What the site showed is the proof.
    expect(await readFile(held(bets), 'utf8')).toBe(shown)
  })

  test.each(['<html>', '{"v":1.5}'])('by the rules %s, for which the site is asked again', async (text) => {
    await show(upToSettled(draft))
    await put(rules, text)
    await mirrorOnce()
    expect(told('draw-failed').map(({ drawId }) => drawId)).toEqual([draft.drawId])
    await show()
    await mirrorOnce()
    expect(told('draw-failed')).toHaveLength(1)
    expect(told('checked').at(-1)).toEqual({ event: 'checked', draws: 5, failed: 0 })
  })

  test('by rules that settle no bet, and the mirror goes on', async () => {
    const broken = { family: 'k3' }
    const all = altered(second, ({ schedule }) => void (schedule.body.rulesHash = canonicalHash(broken)))
    await show(all)
    await put(layout.rules(canonicalHash(broken)), JSON.stringify(broken))
    await mirrorOnce()
    const [failure] = told('draw-failed')
    expect(failure).toMatchObject({ drawId: second.drawId })
    expect(failure!.steps.map(({ step, reason }) => [step, reason])).toContainEqual([16, 'bet-not-in-rules'])
    expect(told('checked')).toEqual([{ event: 'checked', draws: 6, failed: 1 }])
  })
})
