import { commitOf } from '../numbers.ts'
import type { Json } from '../canonical.ts'
import { signRound } from '../house-beacon.ts'
import { formatInstant } from '../instant.ts'
import { packHash } from '../pack.ts'
import { copyOf, entriesOf, fixBets, fixNumbers, fixPayouts, houseSecret, refundBody } from './genuine-draw.ts'
import { edited, flip, genuine, instead, kept, later, retryRound, roundMs, steer, type Tamper } from './tamper.ts'

/** Cheating with the log, the times, the beacon and the numbers. */
export const logTampers: readonly Tamper[] = [
  {
    how: 'a record is edited without chaining again',
    caught: [2],
    outside: [2],
    change: () => {},
    reseal: (log) => log.map((line, at) => (at === 5 ? line : at === 4 ? edited(line) : line)),
  },
  {
    how: 'a record of the draw carries a signature of another',
    caught: [2],
    outside: [2],
    change: () => {},
    reseal: (log) => log.map((line, at) => (at === 2 ? { ...line, sig: log[1]!.sig } : line)),
  },
  {
    how: 'two records change places',
    caught: [2],
    outside: [2],
    change: () => {},
    reseal: (log) => [...log.slice(0, 4), log[5]!, log[4]!],
  },
  {
    how: 'a second result is logged',
    caught: [3],
    outside: [3],
    change: (draft) => [...entriesOf(draft).slice(0, 4), draft.result, draft.settle],
  },
  {
    how: 'the schedule is issued again with another commitment',
    caught: [3],
    outside: [3],
    change: (draft) => {
      const again = copyOf(draft).schedule
      again.body.draws[0]!.commit = packHash('another')
      return [...draft.before, draft.schedule, again, draft.close, draft.result, draft.settle]
    },
    own: { note: null },
  },
  {
    how: 'one schedule lists the draw twice',
    caught: [3, 12],
    outside: [3],
    change: (draft) => void draft.schedule.body.draws.push(draft.schedule.body.draws[0]!),
    own: { note: null },
  },
  {
    how: 'a result is given without a close record',
    caught: [3, 8, 13],
    outside: [3],
    change: (draft) => [...draft.before, draft.schedule, draft.result, draft.settle],
    own: { paidToMe: null },
  },
  {
    how: 'the result is logged before the close record',
    caught: [3, 7, 8],
    outside: [3, 7],
    change: (draft) => {
      draft.close.at = draft.result.at
      return [...draft.before, draft.schedule, draft.result, draft.close, draft.settle]
    },
  },
  {
    how: 'a draw closed in time is voided as closed late',
    caught: [3],
    outside: [3],
    change: (draft) =>
      instead(draft, { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'late-close' } }),
    own: { paidToMe: null },
  },
  {
    how: 'a draw closed in time is closed again, late, and voided',
    caught: [8],
    outside: [],
    change: (draft) => {
      draft.close.at = draft.result.at
      return instead(draft, { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'late-close' } })
    },
    own: { paidToMe: null },
  },
  {
    how: 'a draw with bets is called skipped',
    caught: [8, 13, 16],
    outside: [16],
    change: (draft) => [
      ...draft.before,
      draft.schedule,
      { at: draft.result.at, type: 'skip', body: { drawId: draft.drawId } },
    ],
    own: { paidToMe: null },
  },
  {
    how: 'somebody is paid on top of a late close',
    caught: [3, 8],
    outside: [3],
    change: (draft) => {
      draft.close.at = draft.result.at
      const late = { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'late-close' } } as const
      return [...instead(draft, late), { ...draft.result, type: 'shadow' }]
    },
    own: { paidToMe: null },
  },
  {
    how: 'bets are paid without close and result',
    caught: [3, 8, 13],
    outside: [3],
    change: (draft) => [...draft.before, draft.schedule, draft.settle],
    own: { paidToMe: null },
  },
  {
    how: 'a draw is voided for want of a beacon after ten minutes',
    caught: [3],
    outside: [3],
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
    caught: [3],
    outside: [3],
    change: (draft) =>
      instead(draft, { at: draft.result.at, type: 'void', body: { ...refundBody(draft), reason: 'secret-lost' } }),
    own: { paidToMe: null },
  },
  {
    how: 'a draw is cancelled after betting ended',
    caught: [3],
    outside: [3],
    change: (draft) =>
      instead(draft, { at: draft.result.at, type: 'cancel', body: { ...refundBody(draft), reason: 'whim' } }),
    own: { paidToMe: null },
  },
  {
    how: 'a draw with a result is voided',
    caught: [3],
    outside: [3],
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
    caught: [3],
    outside: [3],
    change: (draft) => [...draft.before, draft.schedule, draft.close],
    own: { nowMs: roundMs + 8 * 86_400_000 },
  },
  {
    how: 'an operator-run beacon stands in for the public one',
    caught: [4],
    outside: [4],
    change: () => {},
    own: { mode: 'public-beacon' },
  },
  {
    how: 'the schedule is logged after the draw opened',
    caught: [5, 8, 12],
    outside: [5],
    change: (draft) => void (draft.schedule.at = later(draft.schedule.body.draws[0]!.opensAt, 1)),
  },
  {
    how: 'the result takes the next round',
    caught: [6],
    outside: [6],
    change: (draft) => retryRound(draft, draft.result.body.round + 1),
    own: { paidToMe: null },
  },
  {
    how: 'schedule and result take the next round',
    caught: [6, 8, 12],
    outside: [6],
    change: (draft) => {
      const round = ++draft.schedule.body.draws[0]!.round
      retryRound(draft, round)
    },
    own: { paidToMe: null },
  },
  {
    how: 'the draw time is moved after the event',
    caught: [8, 12],
    outside: [],
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
    caught: [6, 7, 8, 12],
    outside: [6, 7],
    change: (draft) =>
      void (draft.schedule.body.draws[0]!.closesAt = later(draft.schedule.body.draws[0]!.drawsAt, -8999)),
  },
  {
    how: 'the close record comes after the beacon',
    caught: [7, 8],
    outside: [7],
    change: (draft) => void (draft.close.at = formatInstant(roundMs - 999)),
  },
  {
    how: 'the close record comes before betting ended',
    caught: [7, 8],
    outside: [7],
    change: (draft) => void (draft.close.at = later(draft.schedule.body.draws[0]!.closesAt, -1)),
  },
  {
    how: 'the close record is shown only after the beacon',
    caught: [8],
    outside: [],
    change: () => {},
    own: { note: { ...kept.note, seenAt: formatInstant(roundMs) } },
  },
  {
    how: 'a foreign winning bet is added after the result',
    caught: [8],
    outside: [],
    change: (draft) => {
      const sel = String(draft.result.body.outcome[0])
      draft.bets.push({ ...draft.bets[4]!, seq: 5, betId: 'bet_late', sel })
      fixBets(draft)
      fixPayouts(draft)
    },
  },
  {
    how: 'another secret is opened, to steer the result',
    caught: [8, 9, 15],
    outside: [9],
    change: steer,
    own: { paidToMe: 1n as never },
  },
  {
    how: 'another secret is opened and the commitment rewritten',
    caught: [8, 12],
    outside: [],
    change: (draft) => {
      steer(draft)
      draft.schedule.body.draws[0]!.commit = commitOf({ drawId: draft.drawId, secret: draft.close.body.secret })
    },
    own: { paidToMe: null },
  },
  {
    how: 'the beacon is one of another round',
    caught: [10],
    outside: [10],
    change: (draft) => void (draft.result.body.signature = signRound(houseSecret, draft.result.body.round + 1)),
  },
  {
    how: 'the relays tell another beacon',
    caught: [10],
    outside: [],
    change: () => {},
    own: { relayed: [{ round: genuine.result.body.round, signature: signRound(houseSecret, 1) }] },
  },
  {
    how: 'the randomness is not the hash of the beacon',
    caught: [10],
    outside: [10],
    change: (draft) => void (draft.result.body.randomness = flip(draft.result.body.randomness)),
  },
  {
    how: 'the seed is altered',
    caught: [11],
    outside: [11],
    change: (draft) => void (draft.result.body.seed = flip(draft.result.body.seed)),
  },
  {
    how: 'the outcome is altered, and paid as altered',
    caught: [11, 16],
    outside: [11, 16],
    change: (draft) => {
      draft.result.body.outcome[0] = (draft.result.body.outcome[0]! % 5) + 1
      fixPayouts(draft)
    },
  },
  {
    how: 'the game is drawn as another kind',
    caught: [8, 11, 12, 15, 16],
    outside: [11, 16],
    change: (draft) => {
      draft.schedule.body.kind = 'digits5'
      fixNumbers(draft)
      fixPayouts(draft)
    },
    own: { paidToMe: null },
  },
  {
    how: 'the rules are exchanged after the bets',
    caught: [8, 12, 15, 16],
    outside: [16],
    change: (draft) => {
      draft.rules = { ...(draft.rules as { [key: string]: Json }), payout: {} }
      draft.schedule.body.rulesHash = packHash('other rules')
      fixNumbers(draft)
    },
  },
  {
    how: 'the log is begun again after the receipt',
    caught: [12],
    outside: [],
    change: (draft) => [...draft.before, ...draft.before, ...entriesOf(draft).slice(1)],
    own: { note: null },
  },
]
