import { fixBets, fixPayouts } from './genuine-draw.ts'
import { flip, kept, type Tamper } from './tamper.ts'

/** Cheating with the bets and the payouts. */
export const betTampers: readonly Tamper[] = [
  {
    how: 'my bet is dropped',
    caught: { everything: [8, 13, 17], receipt: [13], policy: [8], nothing: [] },
    change: (draft) => {
      draft.bets.splice(1, 1)
      for (const [seq, bet] of draft.bets.entries()) bet.seq = seq
      fixBets(draft)
      fixPayouts(draft)
    },
  },
  {
    how: 'the last bets are dropped, mine among them',
    caught: { everything: [8, 13, 17], receipt: [13], policy: [8], nothing: [] },
    change: (draft) => {
      draft.bets.length = 1
      fixBets(draft)
      fixPayouts(draft)
    },
  },
  {
    how: 'my selection is edited',
    caught: { everything: [8, 13, 17], receipt: [13], policy: [8], nothing: [] },
    change: (draft) => {
      draft.bets[1]!.sel = '6'
      fixBets(draft)
      fixPayouts(draft)
    },
  },
  {
    how: 'my bet changes places with another',
    caught: { everything: [8, 13, 17], receipt: [13], policy: [8], nothing: [] },
    change: (draft) => {
      const [a, b] = [draft.bets[1]!, draft.bets[2]!]
      draft.bets.splice(1, 2, { ...b, seq: 1 }, { ...a, seq: 2 })
      fixBets(draft)
    },
  },
  {
    how: 'a bet of another is edited in the bets file',
    caught: { everything: [13, 14, 17], receipt: [13, 14], policy: [14], nothing: [14] },
    change: (draft) => void (draft.bets[3]!.salt = flip(draft.bets[3]!.salt)),
  },
  {
    how: 'a bet is left out of the bets file',
    caught: { everything: [13, 14, 16, 17], receipt: [13, 14, 16], policy: [14, 16], nothing: [14, 16] },
    change: (draft) => {
      draft.bets.pop()
      draft.settle.body.paidTotal += 1
    },
  },
  {
    how: 'bets are numbered with a gap',
    caught: { everything: [8, 14, 17], receipt: [14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      draft.bets[4]!.seq = 5
      fixBets(draft)
    },
  },
  {
    how: 'a bet of another draw is counted',
    caught: { everything: [8, 14, 17], receipt: [14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      draft.bets[4]!.drawId = 'k3_5m:20251101:0099'
      fixBets(draft)
    },
  },
  {
    how: 'the stake total is altered',
    caught: { everything: [8, 14], receipt: [14], policy: [8, 14], nothing: [14] },
    change: (draft) => void draft.close.body.stakeTotal++,
  },
  {
    how: 'a bet was taken at the closing time',
    caught: { everything: [8, 14, 17], receipt: [14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      draft.bets[4]!.at = draft.schedule.body.draws[0]!.closesAt
      fixBets(draft)
    },
  },
  {
    how: 'the settlement names another bets file',
    caught: { everything: [14], receipt: [14], policy: [14], nothing: [14] },
    change: (draft) => void (draft.settle.body.betsFileHash = flip(draft.settle.body.betsFileHash)),
  },
  {
    how: 'I am paid a cent less',
    caught: { everything: [15], receipt: [15], policy: [], nothing: [] },
    change: () => {},
    own: { paidToMe: (kept.paidToMe + 1n) as never },
  },
  {
    how: 'the paid total is altered',
    caught: { everything: [16], receipt: [16], policy: [16], nothing: [16] },
    change: (draft) => void draft.settle.body.paidTotal++,
  },
  {
    how: 'the number of winners is altered',
    caught: { everything: [16], receipt: [16], policy: [16], nothing: [16] },
    change: (draft) => void draft.settle.body.winners++,
  },
  {
    how: 'a bet was taken at odds that the rules do not have',
    caught: { everything: [8, 16, 17], receipt: [16], policy: [8, 16], nothing: [16] },
    change: (draft) => {
      draft.bets[4]!.odds = 9999
      fixBets(draft)
    },
  },
  {
    how: 'bets of others change places after a running head was shown',
    caught: { everything: [8, 17], receipt: [], policy: [8], nothing: [] },
    change: (draft) => {
      const [a, b] = [draft.bets[0]!, draft.bets[2]!]
      draft.bets.splice(0, 1, { ...b, seq: 0 })
      draft.bets.splice(2, 1, { ...a, seq: 2 })
      fixBets(draft)
      fixPayouts(draft)
    },
  },
]
