import { spawn } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import type { NewRecord } from '#core/fairness/log'
import { parseDrawId } from '#core/fairness/records'
import * as made from '#core/fairness/testing/genuine-draw'
import { layout } from '../public-files.ts'
import { altered, drafts, mirroredSite, upToSettled } from '../testing/mirrored-site.ts'
import { headsAt, recordsOf, serveFolder, writeSite } from '../testing/site-files.ts'
import { checkDraws } from './check-draws.ts'
import { lookOnce } from './mirror.ts'

const [draft, second] = drafts as [made.Draft, made.Draft]
const forged = altered(second, (copy) => void (copy.result.body.outcome[0] = 7))
const { site, held, beside, told, show, open, mirrorOnce, failures } = mirroredSite()

describe('a site', () => {
  const upTo = upToSettled(draft)
  const settledMs = Date.parse(draft.settle.at)
  const bets = layout.bets(draft.drawId)

  test('has a minute to show the bets of a draw, which fails without them', async () => {
    let nowMs = settledMs + 1_000
    await show(upTo)
    await rm(site(bets))
    const checker = await open({ patienceMs: 60_000, clock: () => nowMs })
    await checkDraws(checker)
    nowMs = settledMs + 59_999
    await checkDraws(checker)
    expect([told('missing'), told('checked')]).toEqual([[], []])
    nowMs = settledMs + 60_000
    await checkDraws(checker)
    expect(told('missing')).toEqual([{ event: 'missing', drawId: draft.drawId, file: bets }])
    expect(failures()).toEqual([[draft.drawId, '14 bets-file-missing', '16 bets-file-missing']])
    expect(told('checked')).toEqual([{ event: 'checked', draws: 1, failed: 1 }])
  })

  test('has to show the rules of a draw that it paid', async () => {
    await show(upTo)
    await rm(site(layout.rules(draft.schedule.body.rulesHash)))
    await checkDraws(await open())
    expect(failures()).toEqual([[draft.drawId, '16 rules-missing']])
  })

  test('is looked at again before a draw is said to fail', async () => {
    let nowMs = settledMs
    await show(upTo)
    const checker = await open({ patienceMs: 60_000, clock: () => nowMs }, { policy: made.testPolicy })
    await checkDraws(checker)
    expect([told('draw-failed'), told('checked')]).toEqual([[], []])
    const seen = { [upTo.findIndex(({ type }) => type === 'close')]: made.witnessedClose(made.sealLog(upTo))! }
    await show(upTo, { seen })
    nowMs = settledMs + 60_000
    await checkDraws(checker)
    expect(told('checked')).toEqual([{ event: 'checked', draws: 1, failed: 0 }])
  })

  test('that is away is waited for, and nothing is left out', async () => {
    await show()
    const served = await serveFolder(site())
    const checker = await open({ site: served.address })
    served.stop()
    await expect(checkDraws(checker)).rejects.toThrow('cannot be reached')
    const back = await serveFolder(site(), Number(new URL(served.address).port))
    await checkDraws(checker)
    expect(told('checked')).toEqual([{ event: 'checked', draws: 6, failed: 0 }])
    back.stop()
  })
})

test('the notes of days that are past go to files of their own, and still count', async () => {
  const [first, ...later] = ['0001', '0300', '0600', '0900'].map((number) => made.houseDraft(number))
  const all = recordsOf([first!, ...later], headsAt(first!.schedule.at, 1))
  const days = [first!, ...later].map(({ drawId }) => parseDrawId(drawId)!.day)
  expect(new Set(days).size).toBe(4)
  // Before any of them closed; then all that follows, by a clock that stands still.
  const early = all.findIndex(({ type }) => type === 'close')
  const put = (count: number) => writeSite(site(), [first!, ...later], { log: made.sealLog(all.slice(0, count)) })
  const clock = () => Date.parse(first!.close.at)
  await put(early)
  await mirrorOnce({ clock })
  await put(all.length)
  await mirrorOnce({ clock })
  expect(told('seen')).toHaveLength(4)
  expect(told('checked')).toEqual([{ event: 'checked', draws: 4, failed: 0 }])
  const notedIn = async (file: string) => {
    const { notes } = JSON.parse(await readFile(held(file), 'utf8')) as { notes: object }
    return Object.keys(notes).map((drawId) => parseDrawId(drawId)!.day)
  }
  expect(await notedIn('kept.json')).toEqual(days.slice(2))
  expect(await Promise.all(days.slice(0, 2).map((day) => notedIn(`kept/${day}.json`)))).toEqual([[days[0]], [days[1]]])
  const past = held(`kept/${days[0]}.json`)
  await writeFile(past, (await readFile(past, 'utf8')).replace(/"closeHash":"\w{4}/, '"closeHash":"0000'))
  await rm(held('checked.json'))
  await mirrorOnce()
  expect(failures()).toEqual([[first!.drawId, '8 witness-saw-another']])
})

test('a mirror that runs for days checks each draw with all of its records, whenever they come', async () => {
  const many = ['0001', '0300', '0600', '0900', '1200', '1500'].map((number) => made.houseDraft(number))
  const all = recordsOf(many, headsAt(many[0]!.schedule.at, 1))
  const late = { ...many[0]!.result, at: all.at(-1)!.at }
  const put = (some: readonly NewRecord[]) => show(some, {}, many)
  await put(all.slice(0, 1))
  const checker = await open()
  for (let count = 2; count <= all.length; count++) {
    await put(all.slice(0, count))
    expect(await lookOnce(checker.mirror, checker.options)).toBe(true)
    await checkDraws(checker)
  }
  expect(told('checked')).toEqual(many.map(() => ({ event: 'checked', draws: 1, failed: 0 })))
  await put([...all, late])
  expect(await lookOnce(checker.mirror, checker.options)).toBe(true)
  await checkDraws(checker)
  expect(failures()).toEqual([[many[0]!.drawId, '3 several-records']])
})

describe('the program', () => {
  function start(...args: string[]) {
    const child = spawn(process.execPath, [
      'verify/main.ts',
      'mirror',
      site(),
      '--to',
      held(''),
      '--house-beacon',
      ...args,
    ])
    const heard = { out: '' }
    child.stdout.on('data', (text) => (heard.out += String(text)))
    const ended = new Promise<number | null>((done) => child.on('close', done))
    return { child, heard, ended }
  }

  test('ends with 1 when it looked once and a draw failed, with 0 otherwise, and with --log-only checks none', async () => {
    await show(forged)
    const logOnly = start('--once', '--log-only')
    expect(await logOnly.ended).toBe(0)
    expect(logOnly.heard.out).not.toContain('checked')
    const failing = start('--once')
    expect(await failing.ended).toBe(1)
    expect(failing.heard.out).toContain(`THE DRAW ${second.drawId} FAILS: step 11: another outcome follows.`)
    expect(failing.heard.out).toContain('6 draws checked, 1 failed')
    await rm(held(''), { recursive: true })
    await show()
    const passing = start('--once', '--json')
    expect(await passing.ended).toBe(0)
    expect(passing.heard.out).toContain('{"event":"checked","draws":6,"failed":0}')
  })

  test('goes on after a draw failed, and says so with its exit code when it is ended', async () => {
    // The last draw has its result, and is not paid yet.
    await show(upToSettled(drafts.at(-1)!, forged).slice(0, -1))
    const following = start('--every', '0.1')
    await vi.waitFor(() => expect(following.heard.out).toContain('5 draws checked, 1 failed'), 25_000)
    // In one go, since the mirror looks all the time.
    await writeSite(beside('next'), drafts, { log: made.sealLog(forged) })
    await rename(site(), beside('last'))
    await rename(beside('next'), site())
    await vi.waitFor(() => expect(following.heard.out).toContain('1 draw checked, none failed'), 25_000)
    following.child.kill('SIGINT')
    expect(await following.ended).toBe(1)
  })
})
