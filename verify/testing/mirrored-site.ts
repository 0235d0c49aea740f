import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { NewRecord } from '#core/fairness/log'
import * as made from '#core/fairness/testing/genuine-draw'
import { checkDraws, openDrawChecker } from '../mirror/check-draws.ts'
import type { DrawChecks } from '../mirror/judging/judge.ts'
import { lookOnce, openMirror, type MirrorEvent, type MirrorOptions } from '../mirror/mirror.ts'
import { headsAt, recordsOf, writeSite, type Shown } from './site-files.ts'

export const drafts = ['0001', '0002', '0003', '0004', '0005', '0006'].map((number) => made.houseDraft(number))
const [draft] = drafts as [made.Draft]
// The log ends in the second tile.
const others = [...headsAt(draft.schedule.at, 200), ...headsAt(draft.result.at, 100)]
export const records = recordsOf(drafts, others)

/** The records with one draw altered. */
export function altered(of: made.Draft, change: (copy: made.Draft) => void): NewRecord[] {
  const copy = made.copyOf(of)
  change(copy)
  return recordsOf(
    drafts.map((one) => (one === of ? copy : one)),
    others,
  )
}

/** The records up to the one that settles a draw. */
export function upToSettled({ settle }: made.Draft, all: readonly NewRecord[] = records): NewRecord[] {
  return all.slice(0, all.findIndex(({ body }) => body === settle.body) + 1)
}

export const houseChecks: DrawChecks = { policy: null, mode: 'house-beacon', relays: [] }

/** A site in a folder, and a new mirror of it for each test. */
export function mirroredSite() {
  let root = ''
  let folder = ''
  let events: MirrorEvent[] = []
  let nowMs = 0
  beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'clearball-checks-'))))
  afterAll(() => rm(root, { recursive: true, force: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'mirror-'))
    events = []
  })
  const site = (path = '') => join(root, 'site', path)

  const setting = (more: Partial<MirrorOptions> = {}): MirrorOptions => ({
    site: site(),
    folder,
    key: made.operatorKey,
    patienceMs: 0,
    clock: () => nowMs,
    tell: (event) => void events.push(event),
    ...more,
  })

  async function open(more: Partial<MirrorOptions> = {}, checks: Partial<DrawChecks> = {}) {
    const options = setting(more)
    const mirror = await openMirror(options)
    const checker = await openDrawChecker(mirror, options, { ...houseChecks, ...checks })
    expect(await lookOnce(mirror, options)).toBe(true)
    return checker
  }

  /** Shows records at the time of the last of them. */
  async function show(all: readonly NewRecord[] = records, shown: Omit<Shown, 'log'> = {}, of = drafts): Promise<void> {
    nowMs = Date.parse(all.at(-1)!.at)
    await writeSite(site(), of, { log: made.sealLog(all), ...shown })
  }

  const told = <E extends MirrorEvent['event']>(event: E) =>
    events.filter((one): one is Extract<MirrorEvent, { event: E }> => one.event === event)

  return {
    site,
    held: (path: string) => join(folder, path),
    beside: (path: string) => join(root, path),
    setting,
    told,
    forget: () => void (events = []),
    show,
    /** A mirror that was just started and has looked once. */
    open,
    mirrorOnce: async (...given: Parameters<typeof open>) => checkDraws(await open(...given)),
    /** What failed, by draw. */
    failures: () =>
      told('draw-failed').map(({ drawId, steps }) => [drawId, ...steps.map(({ step, reason }) => `${step} ${reason}`)]),
  }
}
