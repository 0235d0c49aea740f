import { commitOf } from '../numbers.ts'
import type { Json } from '../canonical.ts'
import { signRound } from '../house-beacon.ts'
import { formatInstant } from '../instant.ts'
import { packHash } from '../pack.ts'
import { entryOf, parseEntry, type ShownEntry } from '../log.ts'
import { copyOf, entriesOf, fixBets, fixNumbers, fixPayouts, houseSecret, refundBody } from './genuine-draw.ts'
import { sealLog, witnessedClose } from './genuine-draw.ts'
import { flip, genuine, instead, kept, later, retryRound, roundMs, steer, type Tamper } from './tamper.ts'

const edited = ({ entry, ...rest }: ShownEntry): ShownEntry => {
  const { v: _, ...record } = parseEntry(entry)!
  return { ...rest, entry: entryOf({ ...record, at: later(record.at, 1) }) }
}
const signatureOf = (note: string) => note.slice(note.lastIndexOf('\n\n'))
const swapped = (index: number) => (index === 4 ? 5 : index === 5 ? 4 : index)

/** Cheating with the log, the times, the beacon and the numbers. */
export const logTampers: readonly Tamper[] = [
  {
    how: 'a record is edited and the log is not signed again',
    caught: { everything: [2], receipt: [2], policy: [2], nothing: [2] },
    change: () => {},
    reshow: ({ checkpoint, entries }) => ({
      checkpoint,
      entries: entries.map((each) => (each.index === 4 ? edited(each) : each)),
    }),
  },
  {
    how: 'a checkpoint carries the signature of another',
    caught: { everything: [2, 3], receipt: [2, 3], policy: [2, 3], nothing: [2, 3] },
    change: () => {},
    reshow: ({ entries, checkpoint }) => ({
      entries,
      checkpoint: checkpoint.replace(/\n\n[^]*$/, signatureOf(sealLog(genuine.before).note)),
    }),
  },
  {
    how: 'two records change places',
    caught: { everything: [2], receipt: [2], policy: [2], nothing: [2] },
    change: () => {},
    reshow: ({ checkpoint, entries }) => ({
      checkpoint,
      entries: entries.map((each) => ({ ...each, entry: entries[swapped(each.index)]!.entry })),
    }),
  },
  {
    how: 'a second result is logged',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) => [...entriesOf(draft).slice(0, 4), draft.result, draft.settle],
  },
  {
    how: 'the schedule is issued again with another commitment',
    caught: { everything: [3, 8], receipt: [3], policy: [3, 8], nothing: [3] },
    change: (draft) => {
      const again = copyOf(draft).schedule
      again.body.draws[0]!.commit = packHash('another')
      return [...draft.before, draft.schedule, again, draft.close, draft.result, draft.settle]
    },
  },
  {
    how: 'one schedule lists the draw twice',
    caught: { everything: [3, 8, 12], receipt: [3, 12], policy: [3, 8], nothing: [3] },
    change: (draft) => void draft.schedule.body.draws.push(draft.schedule.body.draws[0]!),
  },
  {
    how: 'a result is given without a close record',
    caught: { everything: [3, 8, 13], receipt: [3, 13], policy: [3], nothing: [3] },
    change: (draft) => [...draft.before, draft.schedule, draft.result, draft.settle],
    own: { paidToMe: null },
  },
  {
    how: 'the result is logged before the close record',
    caught: { everything: [3, 7, 8], receipt: [3, 7], policy: [3, 7, 8], nothing: [3, 7] },
    change: (draft) => {
      draft.close.at = draft.result.at
      return [...draft.before, draft.schedule, draft.result, draft.close, draft.settle]
    },
  },
  {
    how: 'a draw closed in time is voided as closed late',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) =>
      instead(draft, { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'late-close' } }),
    own: { paidToMe: null },
  },
  {
    how: 'a draw closed in time is closed again, late, and voided',
    caught: { everything: [8], receipt: [], policy: [8], nothing: [] },
    change: (draft) => {
      draft.close.at = draft.result.at
      return instead(draft, { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'late-close' } })
    },
    own: { paidToMe: null },
  },
  {
    how: 'a draw with bets is called skipped',
    caught: { everything: [8, 13, 16, 17], receipt: [13, 16], policy: [8, 16], nothing: [16] },
    change: (draft) => [
      ...draft.before,
      draft.schedule,
      { at: draft.result.at, type: 'skip', body: { drawId: draft.drawId } },
    ],
    own: { paidToMe: null },
  },
  {
    how: 'somebody is paid on top of a late close',
    caught: { everything: [3, 8], receipt: [3], policy: [3, 8], nothing: [3] },
    change: (draft) => {
      draft.close.at = draft.result.at
      const late = { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'late-close' } } as const
      return [...instead(draft, late), { ...draft.result, type: 'shadow' }]
    },
    own: { paidToMe: null },
  },
  {
    how: 'bets are paid without close and result',
    caught: { everything: [3, 8, 13], receipt: [3, 13], policy: [3], nothing: [3] },
    change: (draft) => [...draft.before, draft.schedule, draft.settle],
    own: { paidToMe: null },
  },
  {
    how: 'a draw is voided for want of a beacon after ten minutes',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) =>
      instead(draft, {
        at: later(draft.result.at, 600_000),
        type: 'void',
        body: { ...refundBody(draft), reason: 'beacon-unavailable' },
      }),
    own: { paidToMe: null },
  },
  {
    how: 'a draw whose secret opened is voided as if it were lost',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) =>
      instead(draft, { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'secret-lost' } }),
    own: { paidToMe: null },
  },
  {
    how: 'a draw is cancelled after betting ended',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) =>
      instead(draft, { at: draft.result.at, type: 'cancel', body: { ...refundBody(draft), reason: 'whim' } }),
    own: { paidToMe: null },
  },
  {
    how: 'a draw with a result is voided',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) => [
      ...entriesOf(draft).slice(0, 4),
      {
        at: later(draft.result.at, 700_000_000),
        type: 'void',
        body: { ...refundBody(draft), reason: 'beacon-unavailable' },
      },
    ],
    own: { paidToMe: null },
  },
  {
    how: 'the result is never given',
    caught: { everything: [3], receipt: [3], policy: [3], nothing: [3] },
    change: (draft) => [...draft.before, draft.schedule, draft.close],
    own: { nowMs: roundMs + 8 * 86_400_000 },
  },
  {
    how: 'an operator-run beacon stands in for the public one',
    caught: { everything: [4], receipt: [4], policy: [4], nothing: [4] },
    change: () => {},
    own: { mode: 'public-beacon' },
  },
  {
    how: 'the schedule is logged after the draw opened',
    caught: { everything: [5, 8, 12], receipt: [5, 12], policy: [5, 8], nothing: [5] },
    change: (draft) => void (draft.schedule.at = later(draft.schedule.body.draws[0]!.opensAt, 1)),
  },
  {
    how: 'the result takes the next round',
    caught: { everything: [6], receipt: [6], policy: [6], nothing: [6] },
    change: (draft) => retryRound(draft, draft.result.body.round + 1),
    own: { paidToMe: null },
  },
  {
    how: 'schedule and result take the next round',
    caught: { everything: [6, 8, 12], receipt: [6, 12], policy: [6, 8], nothing: [6] },
    change: (draft) => {
      const round = ++draft.schedule.body.draws[0]!.round
      retryRound(draft, round)
    },
    own: { paidToMe: null },
  },
  {
    how: 'the draw time is moved after the event',
    caught: { everything: [6, 8, 12], receipt: [6, 12], policy: [6, 8], nothing: [6] },
    change: (draft) => {
      const slot = draft.schedule.body.draws[0]!
      slot.drawsAt = later(slot.drawsAt, 3000)
      retryRound(draft, ++slot.round)
      draft.settle.at = draft.result.at = later(draft.result.at, 10_000)
    },
    own: { paidToMe: null },
  },
  {
    how: 'betting ends too near the draw',
    caught: { everything: [6, 7, 8, 12], receipt: [6, 7, 12], policy: [6, 7, 8], nothing: [6, 7] },
    change: (draft) =>
      void (draft.schedule.body.draws[0]!.closesAt = later(draft.schedule.body.draws[0]!.drawsAt, -8999)),
  },
  {
    how: 'the close record comes after the beacon',
    caught: { everything: [7, 8], receipt: [7], policy: [7, 8], nothing: [7] },
    change: (draft) => void (draft.close.at = formatInstant(roundMs - 999)),
  },
  {
    how: 'the close record comes before betting ended',
    caught: { everything: [7, 8], receipt: [7], policy: [7, 8], nothing: [7] },
    change: (draft) => void (draft.close.at = later(draft.schedule.body.draws[0]!.closesAt, -1)),
  },
  {
    how: 'the close record is shown only after the beacon',
    caught: { everything: [8], receipt: [], policy: [], nothing: [] },
    change: () => {},
    own: { note: { ...kept.note, seenAt: formatInstant(roundMs) } },
  },
  {
    how: 'a foreign winning bet is added after the result',
    caught: { everything: [8], receipt: [], policy: [8], nothing: [] },
    change: (draft) => {
      const sel = String(draft.result.body.outcome[0])
      draft.bets.push({ ...draft.bets[4]!, seq: 5, betId: 'bet_late', sel })
      fixBets(draft)
      fixPayouts(draft)
    },
  },
  {
    how: 'another secret is opened, to steer the result',
    caught: { everything: [8, 9, 15], receipt: [9, 15], policy: [8, 9], nothing: [9] },
    change: steer,
    own: { paidToMe: 1n as never },
  },
  {
    how: 'another secret is opened and the commitment rewritten',
    caught: { everything: [8, 12], receipt: [12], policy: [8], nothing: [] },
    change: (draft) => {
      steer(draft)
      draft.schedule.body.draws[0]!.commit = commitOf({ drawId: draft.drawId, secret: draft.close.body.secret })
    },
    own: { paidToMe: null },
  },
  {
    how: 'the beacon is one of another round',
    caught: { everything: [10], receipt: [10], policy: [10], nothing: [10] },
    change: (draft) => void (draft.result.body.signature = signRound(houseSecret, draft.result.body.round + 1)),
  },
  {
    how: 'the relays tell another beacon',
    caught: { everything: [10], receipt: [], policy: [], nothing: [] },
    change: () => {},
    own: { relayed: [{ round: genuine.result.body.round, signature: signRound(houseSecret, 1) }] },
  },
  {
    how: 'the randomness is not the hash of the beacon',
    caught: { everything: [10], receipt: [10], policy: [10], nothing: [10] },
    change: (draft) => void (draft.result.body.randomness = flip(draft.result.body.randomness)),
  },
  {
    how: 'the seed is altered',
    caught: { everything: [11], receipt: [11], policy: [11], nothing: [11] },
    change: (draft) => void (draft.result.body.seed = flip(draft.result.body.seed)),
  },
  {
    how: 'the outcome is altered, and paid as altered',
    caught: { everything: [11, 16], receipt: [11, 16], policy: [11, 16], nothing: [11, 16] },
    change: (draft) => {
      draft.result.body.outcome[0] = (draft.result.body.outcome[0]! % 5) + 1
      fixPayouts(draft)
    },
  },
  {
    how: 'the game is drawn as another kind',
    caught: { everything: [8, 11, 12, 15, 16], receipt: [11, 12, 15, 16], policy: [8, 11, 16], nothing: [11, 16] },
    change: (draft) => {
      draft.schedule.body.kind = 'digits5'
      fixNumbers(draft)
      fixPayouts(draft)
    },
    own: { paidToMe: null },
  },
  {
    how: 'the rules are exchanged after the bets',
    caught: { everything: [8, 12, 15, 16], receipt: [12, 15, 16], policy: [8, 16], nothing: [16] },
    change: (draft) => {
      draft.rules = { ...(draft.rules as { [key: string]: Json }), payout: {} }
      draft.schedule.body.rulesHash = packHash('other rules')
      fixNumbers(draft)
    },
  },
  {
    how: 'the log is begun again after the receipt',
    caught: { everything: [8, 12], receipt: [12], policy: [8], nothing: [] },
    change: (draft) => [...draft.before, ...draft.before, ...entriesOf(draft).slice(1)],
  },
  {
    how: 'half of the players are shown another log',
    caught: { everything: [8, 12], receipt: [12], policy: [8], nothing: [] },
    change: (draft) => {
      draft.before[0] = { ...draft.before[0]!, at: later(draft.before[0]!.at, 1) }
    },
  },
  {
    how: 'the log loses its tail, and the draw never ends',
    caught: { everything: [3, 8, 13], receipt: [3, 13], policy: [3], nothing: [3] },
    change: (draft) => [...draft.before, draft.schedule],
    own: { paidToMe: null, nowMs: roundMs + 86_400_000 },
  },
  {
    how: 'bets are closed after the beacon, and the close record is dated back',
    caught: { everything: [8], receipt: [], policy: [8], nothing: [] },
    change: () => {},
    seen: (log) => witnessedClose(log, 60_000),
    own: { note: { ...kept.note, seenAt: formatInstant(roundMs + 2_000) } },
  },
  {
    how: 'a cosignature is false',
    caught: { everything: [8], receipt: [], policy: [8], nothing: [] },
    change: () => {},
    seen: (log) => witnessedClose(log)!.replace(/(north.example \S{12})./, '$1A'),
  },
]
