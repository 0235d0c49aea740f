import { print } from '../print.ts'
import { Unreadable } from '../source.ts'
import { stepsText } from '../wording.ts'
import { checkDraws, openDrawChecker } from './check-draws.ts'
import type { Fault } from './compare.ts'
import type { DrawChecks } from './judging/judge.ts'
import { lookOnce, openMirror, type MirrorEvent } from './mirror.ts'
import { watch } from './watch.ts'

export type MirrorArguments = {
  readonly site: string | undefined
  readonly to?: string | undefined
  readonly key: string | null
  readonly once: boolean
  readonly every: string
  readonly json: boolean
  /** Null where only the log is wanted. */
  readonly checks: DrawChecks | null
}

const faultTexts: Readonly<Record<Fault['what'], string>> = {
  forked: 'it signed two histories that exclude each other',
  'records-lost': 'records that it signed are gone',
  'key-change-not-in-log': 'a change of its key is not in it',
  'checkpoint-false': 'its checkpoint is not signed with its key',
  'record-malformed': 'a record is malformed',
  'log-out-of-order': 'records are out of order',
  'not-in-log': 'what it shows is not in the tree that it signed',
  'time-runs-back': 'a record is older than the one before it',
}

const texts: { [E in MirrorEvent as E['event']]: (event: E) => string } = {
  mirrored: ({ records, size }) => `${records} records mirrored, ${size} in all`,
  seen: ({ drawId, aheadMs }) => `${drawId} closed ${(aheadMs / 1000).toFixed(1)} s before its round: noted`,
  'seen-late': ({ drawId }) => `${drawId} closed, but its round is already out: not noted`,
  shorter: ({ size, kept }) => `the site shows ${size} records and had ${kept}; looking again`,
  unreachable: ({ why }) => `${why}; looking again`,
  checked: ({ draws, failed }) => `${draws} ${draws === 1 ? 'draw' : 'draws'} checked, ${failed || 'none'} failed`,
  'draw-failed': ({ drawId, steps, why }) =>
    `THE DRAW ${drawId} FAILS: ${why ?? stepsText(steps)}. It is in failures.jsonl. Keep this folder as proof.`,
  missing: ({ drawId, file }) => `${drawId} was checked in part only: the site does not show ${file}`,
  contradiction: ({ what, index }) =>
    `THE LOG CONTRADICTS ITSELF${index === null ? '' : ` at record ${index}`}: ${faultTexts[what]}. Keep this folder as proof.`,
}

/** Mirrors a site and checks its draws: once, or until the log contradicts itself or somebody ends the program. */
export async function runMirror({ site, to, key, once, every, json, checks }: MirrorArguments): Promise<number> {
  if (!site || !to) throw new Unreadable('mirror needs a site and --to <folder>')
  const everyMs = Number(every) * 1_000
  if (!(everyMs > 0)) throw new Unreadable('--every takes a number of seconds')
  const tell = (event: MirrorEvent) => print(json ? JSON.stringify(event) : texts[event.event](event as never))
  const options = { site, folder: to, key, patienceMs: once ? 0 : 60_000, clock: Date.now, tell }
  const mirror = await openMirror(options)
  const checker = checks && (await openDrawChecker(mirror, options, checks))
  let holds: boolean
  if (once) {
    holds = await lookOnce(mirror, options)
    if (holds && checker) await checkDraws(checker)
  } else {
    holds = await watch(mirror, options, { everyMs, checker, stop: endOfProgram() })
  }
  if (!holds || mirror.sawDatedBack || checker?.failed) return 1
  const isUnread = [...(checker?.again.values() ?? [])].some(({ unreadSinceMs }) => unreadSinceMs !== null)
  return once && isUnread ? 2 : 0
}

/** Whoever ends the program is still told, by its exit code, whether a draw failed. A second time ends it at once. */
function endOfProgram(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
