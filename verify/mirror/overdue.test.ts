import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as made from '#core/fairness/testing/genuine-draw'
import { drafts, mirroredSite } from '../testing/mirrored-site.ts'
import { recordsOf } from '../testing/site-files.ts'
import { checkDraws } from './check-draws.ts'
import { lookOnce, type MirrorOptions } from './mirror.ts'

const [draft] = drafts as [made.Draft]
const records = recordsOf([draft])
type Step = 'schedule' | 'close' | 'result'
const upTo = (step: Step, of = records) => of.slice(0, of.findIndex(({ type }) => type === step) + 1)

const minuteMs = 60_000
const drawsMs = Date.parse(draft.schedule.body.draws[0]!.drawsAt)
const soonMs = drawsMs + 32 * minuteMs
const weekMs = drawsMs + 7 * 24 * 60 * minuteMs + 2 * minuteMs
const overdue = [draft.drawId, '3 overdue']

const { beside, told, show, open, mirrorOnce, failures } = mirroredSite()
const at = (nowMs: number): Partial<MirrorOptions> => ({ clock: () => nowMs })

describe('a draw that never ends', () => {
  test.each<[string, Step, number]>([
    ['is not closed', 'schedule', soonMs],
    ['is closed and not drawn', 'close', weekMs],
    ['is drawn and not paid', 'result', Date.parse(draft.result.at) + 32 * minuteMs],
  ])('because it %s is told as failed when its time is over, once', async (_, step, lastMs) => {
    await show(upTo(step))
    await mirrorOnce(at(lastMs))
    expect(failures()).toEqual([])
    await mirrorOnce(at(lastMs + 1))
    expect(failures()).toEqual([overdue])
    expect(told('checked')).toEqual([{ event: 'checked', draws: 1, failed: 1 }])
    await mirrorOnce(at(lastMs + minuteMs))
    expect(failures()).toHaveLength(1)
  })

  test('though a relay has its round, is told within the hour by a mirror that asks relays', async () => {
    const { round, signature } = draft.result.body
    const relayed = beside(`relay/${draft.chain.chainHash}/public/${round}`)
    await mkdir(dirname(relayed), { recursive: true })
    await show(upTo('close'))
    const relays = [beside('relay')]
    await mirrorOnce(at(soonMs + 1), { relays })
    expect(failures()).toEqual([])
    await writeFile(relayed, JSON.stringify({ round, signature }))
    await mirrorOnce(at(soonMs + 1), { relays })
    expect(failures()).toEqual([overdue])
  })

  test.each<[string, (schedule: made.Draft['schedule']['body']) => void, string]>([
    ['a round that is years ahead', ({ draws }) => void (draws[0]!.round = 1_000_000_000), '6 round-not-by-formula'],
    ['a chain that nobody knows', ({ beacon }) => void (beacon.chainHash = '0'.repeat(64)), '4 unknown-chain'],
  ])('is not waited for because of %s', async (_, change, why) => {
    const copy = made.copyOf(draft)
    change(copy.schedule.body)
    await show(upTo('schedule', recordsOf([copy])))
    await mirrorOnce(at(soonMs + 1))
    expect(failures()).toEqual([[draft.drawId, why]])
  })
})

test('a draw that ended late is checked like all others', async () => {
  const endedAt = new Date(soonMs + 60 * minuteMs).toISOString()
  await show(upTo('schedule'))
  await mirrorOnce(at(soonMs + 1))
  expect(failures()).toEqual([overdue])
  const body = { ...made.refundBody(draft), reason: 'late-close' as const }
  await show([...upTo('schedule'), { ...draft.close, at: endedAt }, { at: endedAt, type: 'void', body }])
  await mirrorOnce()
  expect(failures()).toHaveLength(1)
  expect(told('checked').at(-1)).toEqual({ event: 'checked', draws: 1, failed: 0 })
})

describe('a site', () => {
  async function following(firstMs: number) {
    let nowMs = firstMs
    await show(upTo('schedule'))
    const checker = await open({ patienceMs: minuteMs, clock: () => nowMs })
    return {
      until: (toMs: number) => void (nowMs = toMs),
      look: () => lookOnce(checker.mirror, checker.options),
      check: () => checkDraws(checker),
    }
  }

  test('that comes back has a minute to end what it missed', async () => {
    const { until, look, check } = await following(soonMs + 1)
    await check()
    until(soonMs + minuteMs)
    await look()
    await check()
    expect(failures()).toEqual([])
    until(soonMs + minuteMs + 1)
    await look()
    await check()
    expect(failures()).toEqual([overdue])
  })

  test('that is away is not said to have missed anything', async () => {
    const { until, check } = await following(soonMs)
    until(soonMs + 60 * minuteMs)
    await check()
    until(soonMs + 120 * minuteMs)
    await check()
    expect(failures()).toEqual([])
  })
})
