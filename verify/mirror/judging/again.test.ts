import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { NewRecord } from '#core/fairness/log'
import * as made from '#core/fairness/testing/genuine-draw'
import { layout } from '../../public-files.ts'
import { altered, drafts, mirroredSite, records } from '../../testing/mirrored-site.ts'
import { recordsOf } from '../../testing/site-files.ts'
import { checkDraws } from '../check-draws.ts'
import { lookOnce, type MirrorOptions } from '../mirror.ts'

const [draft, second] = drafts as [made.Draft, made.Draft]
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const { site, held, beside, told, show, open, mirrorOnce, failures } = mirroredSite()
const at = (nowMs: number): Partial<MirrorOptions> => ({ clock: () => nowMs })
const isoOf = (ms: number) => new Date(ms).toISOString()

describe('a draw of which a check waits for something is judged again when its time is over, also by a mirror started anew', () => {
  const slot = draft.schedule.body.draws[0]!
  const drawsMs = Date.parse(slot.drawsAt)
  const body = made.refundBody(draft)
  const begin = recordsOf([draft]).filter(({ type }) => type === 'schedule')
  const cancel: NewRecord = {
    at: isoOf(Date.parse(slot.closesAt) - 1),
    type: 'cancel',
    body: { ...body, reason: 'whim' },
  }
  const lateAt = isoOf(drawsMs + minuteMs)
  const late: NewRecord[] = [
    { ...draft.close, at: lateAt },
    { at: lateAt, type: 'void', body: { ...body, reason: 'late-close' } },
  ]
  const policy = made.testPolicy

  test.each<[string, { ending: NewRecord[]; dueMs: number; why: string }]>([
    [
      'cosignatures of a cancellation',
      { ending: [cancel], dueMs: drawsMs + 31 * minuteMs, why: '8 ending-not-witnessed' },
    ],
    ['cosignatures of a late close', { ending: late, dueMs: drawsMs + 32 * minuteMs, why: '8 close-not-witnessed' }],
  ])('%s', async (_, { ending, dueMs, why }) => {
    const all = [...begin, ...ending]
    await show(all, {}, [draft])
    for (const nowMs of [Date.parse(ending[0]!.at) + 1_000, dueMs - 1]) await mirrorOnce(at(nowMs), { policy })
    expect([told('draw-failed'), told('checked')]).toEqual([[], []])
    await mirrorOnce(at(dueMs), { policy })
    expect(failures()).toEqual([[draft.drawId, why]])
    await mirrorOnce(at(dueMs + hourMs), { policy })
    expect(told('checked')).toEqual([{ event: 'checked', draws: 1, failed: 1 }])
  })

  test('cosignatures that came', async () => {
    const all = [...begin, cancel]
    await show(all, {}, [draft])
    await mirrorOnce(at(Date.parse(cancel.at) + 1_000), { policy })
    await show(all, { seen: { [all.length - 1]: made.witnessedLog(made.sealLog(all)).note } }, [draft])
    await mirrorOnce(at(drawsMs + 31 * minuteMs), { policy })
    expect([failures(), told('checked')]).toEqual([[], [{ event: 'checked', draws: 1, failed: 0 }]])
  })

  test('the numbers by a round that relays have, for want of which it is void', async () => {
    const { round, signature } = draft.result.body
    const relayed = beside(`relay/${draft.chain.chainHash}/public/${round}`)
    await mkdir(dirname(relayed), { recursive: true })
    await writeFile(relayed, JSON.stringify({ round, signature }))
    const relays = [beside('relay')]
    const voidMs = drawsMs + 7 * 24 * hourMs + minuteMs
    const voided: NewRecord = { at: isoOf(voidMs), type: 'void', body: { ...body, reason: 'beacon-unavailable' } }
    await show([...begin, draft.close, voided], {}, [draft])
    const dueMs = voidMs + 24 * hourMs + minuteMs
    for (const nowMs of [voidMs + 1_000, dueMs - 1]) await mirrorOnce(at(nowMs), { relays })
    expect([told('draw-failed'), told('checked')]).toEqual([[], []])
    await mirrorOnce(at(dueMs), { relays })
    expect(failures()).toEqual([[draft.drawId, '3 shadow-missing']])
  })
})

describe('where something cannot be read', () => {
  const nowMs = Date.parse(records.at(-1)!.at)
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })

  /** Serves the site, but for files that the caller has it answer with a fault. */
  async function serve(isBroken: (path: string) => boolean): Promise<string> {
    const server = createServer((request, answer) => {
      if (isBroken(request.url!)) return void answer.writeHead(500).end()
      readFile(site(request.url)).then(
        (bytes) => answer.end(bytes),
        () => answer.writeHead(404).end(),
      )
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    stops.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const closeIndex = records.findIndex(({ body }) => body === second.close.body)
  const [bets, seen] = [layout.bets(second.drawId), layout.seen(closeIndex)]

  test.each([
    ['the bets of a draw', bets, '14 bets-file-missing'],
    ['the cosignatures of a draw', seen, null],
  ])('%s, the others are judged at once, and it fails after an hour', async (_, file, why) => {
    await show()
    const address = await serve((path) => path.endsWith(file))
    await mirrorOnce({ site: address, ...at(nowMs) })
    await mirrorOnce({ site: address, ...at(nowMs + hourMs - 1) })
    expect([failures(), told('checked')]).toEqual([[], [{ event: 'checked', draws: 5, failed: 0 }]])
    expect(told('unreachable')).toEqual([
      { event: 'unreachable', why: `${second.drawId}: ${address}/${file} answers 500` },
    ])
    await mirrorOnce({ site: address, ...at(nowMs + hourMs) })
    expect(failures().map((failure) => failure.slice(0, 2))).toEqual([[second.drawId, ...(why ? [why] : [])]])
    if (!why) expect(told('draw-failed')[0]!.why).toContain('could not be checked in full')
    await mirrorOnce({ site: address, ...at(nowMs + 2 * hourMs) })
    expect(told('draw-failed')).toHaveLength(1)
  })

  test('for less than an hour, a draw is judged like all others', async () => {
    await show()
    let isBroken = true
    const address = await serve((path) => isBroken && path.endsWith(bets))
    await mirrorOnce({ site: address, ...at(nowMs) })
    isBroken = false
    await mirrorOnce({ site: address, ...at(nowMs + hourMs) })
    expect(failures()).toEqual([])
    expect(told('checked').map(({ draws }) => draws)).toEqual([5, 1])
  })

  test('since a relay is away, draws fail after an hour, by their steps where these fail without it', async () => {
    const forged = altered(second, (copy) => void (copy.result.body.outcome[0] = 7))
    await show(forged)
    const relays = ['http://127.0.0.1:1']
    await mirrorOnce(at(nowMs), { relays })
    expect([failures(), told('checked')]).toEqual([[], []])
    await mirrorOnce(at(nowMs + hourMs), { relays })
    expect(failures().map(([drawId, ...steps]) => [drawId, steps])).toEqual(
      drafts.map(({ drawId }) => [drawId, drawId === second.drawId ? ['11 outcome-differs'] : []]),
    )
    expect(told('draw-failed')[0]!.why).toContain('http://127.0.0.1:1')
  })

  test('though the site goes on to show its log, its draws fail as well', async () => {
    await show()
    let isAway = false
    let lookedMs = nowMs
    const address = await serve(() => isAway)
    const checker = await open({ site: address, clock: () => lookedMs })
    const laterBy = async (ms: number) => {
      lookedMs += ms
      isAway = false
      expect(await lookOnce(checker.mirror, checker.options)).toBe(true)
      isAway = true
      return checkDraws(checker)
    }
    await expect(laterBy(0)).rejects.toThrow('answers 500')
    await expect(laterBy(hourMs - 1)).rejects.toThrow('answers 500')
    await laterBy(1)
    expect(failures()).toEqual([])
    await laterBy(hourMs)
    expect(failures()).toHaveLength(6)
  })

  test('a mirror that looks once ends with 2', async () => {
    await show()
    const given = ['mirror', site(), '--to', held(''), '--house-beacon', '--once', '--relay', 'http://127.0.0.1:1']
    const child = spawn(process.execPath, ['verify/main.ts', ...given])
    const code = await new Promise<number | null>((done) => child.on('close', done))
    expect(code).toBe(2)
  })
})
