import { fixBets, fixCells, fixPayouts, houseDraft, keptFrom, signedHead, type Draft } from './genuine-draw.ts'
import { flip, type Tamper } from './tamper.ts'

/** A draw over three cells: one bet, three bets of which the first is the player's, and two bets. */
export const cellsGenuine = houseDraft('0003', [1, 3, 2])

/** The player was shown running heads of every cell. */
export const cellsKept = {
  ...keptFrom(cellsGenuine),
  heads: [0, 1, 2].map((cell) => signedHead(cellsGenuine, { cell, size: 2 })),
}

/** Puts other bets into the draw, each numbered in its cell, and makes everything fit them. */
function rebet(draft: Draft, bets: Draft['bets']): void {
  const taken = new Map<number, number>()
  draft.bets = bets
    .toSorted((a, b) => a.cell - b.cell)
    .map((bet) => {
      const seq = taken.get(bet.cell) ?? 0
      taken.set(bet.cell, seq + 1)
      return { ...bet, seq }
    })
  fixBets(draft)
  fixPayouts(draft)
}

const told = { everything: [8, 14], receipt: [14], policy: [8, 14], nothing: [14] }

/** Cheating with the cells over which a draw is closed. */
export const cellTampers: readonly Tamper[] = [
  {
    how: 'a cell is left out of the close record',
    caught: { everything: [8, 14, 17], receipt: [14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      draft.close.body.cells.pop()
      fixCells(draft)
    },
  },
  {
    how: 'my cell is left out of the close record, and the next takes its place',
    caught: { everything: [8, 13, 14, 17], receipt: [13, 14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      draft.close.body.cells.splice(1, 1)
      fixCells(draft)
    },
  },
  {
    how: 'a cell that is late is left out, with its bets',
    caught: { everything: [8, 14, 17], receipt: [14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      rebet(
        draft,
        draft.bets.filter(({ cell }) => cell !== 2),
      )
      draft.close.body.cells.pop()
      fixCells(draft)
    },
  },
  {
    how: 'a cell is left out, with its bets, and of the schedule too',
    caught: { everything: [8, 12, 17], receipt: [12], policy: [8], nothing: [] },
    change: (draft) => {
      draft.schedule.body.cells = 2
      rebet(
        draft,
        draft.bets.filter(({ cell }) => cell !== 2),
      )
    },
  },
  {
    how: 'the bets of a cell are dropped',
    caught: { everything: [8, 17], receipt: [], policy: [8], nothing: [] },
    change: (draft) =>
      rebet(
        draft,
        draft.bets.filter(({ cell }) => cell !== 2),
      ),
  },
  {
    how: 'a cell is counted twice',
    caught: told,
    change: (draft) => {
      draft.close.body.cells.push(draft.close.body.cells[1]!)
      fixCells(draft)
    },
  },
  {
    how: 'a cell is counted in the place of another',
    caught: { everything: [8, 14], receipt: [14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      draft.close.body.cells[2] = draft.close.body.cells[1]!
      fixCells(draft)
    },
  },
  {
    how: 'a cell is counted in the place of another, with its bets',
    caught: { everything: [8, 17], receipt: [], policy: [8], nothing: [] },
    change: (draft) => {
      const copies = draft.bets.filter(({ cell }) => cell === 1).map((bet) => ({ ...bet, cell: 2 }))
      rebet(draft, [...draft.bets.filter(({ cell }) => cell !== 2), ...copies])
    },
  },
  {
    how: 'cells change places in the close record',
    caught: { everything: [8, 13, 14], receipt: [13, 14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      const { cells } = draft.close.body
      cells.push(...cells.splice(1, 1))
      fixCells(draft)
    },
  },
  {
    how: 'cells change places, with their bets',
    caught: { everything: [8, 13, 17], receipt: [13], policy: [8], nothing: [] },
    change: (draft) =>
      rebet(
        draft,
        draft.bets.map((bet) => ({ ...bet, cell: [0, 2, 1][bet.cell]! })),
      ),
  },
  {
    how: 'cells change places in the bets file',
    caught: { everything: [14], receipt: [14], policy: [14], nothing: [14] },
    change: (draft) => void (draft.bets = draft.bets.toSorted((a, b) => b.cell - a.cell)),
  },
  {
    how: 'my bet is moved to another cell',
    caught: { everything: [8, 13, 17], receipt: [13], policy: [8], nothing: [] },
    change: (draft) => rebet(draft, draft.bets.with(1, { ...draft.bets[1]!, cell: 2 })),
  },
  {
    how: 'a bet of another is moved to another cell',
    caught: { everything: [8, 17], receipt: [], policy: [8], nothing: [] },
    change: (draft) => rebet(draft, draft.bets.with(2, { ...draft.bets[2]!, cell: 0 })),
  },
  {
    how: 'a bet is moved to another cell in the bets file',
    caught: { everything: [13, 14, 17], receipt: [13, 14], policy: [14], nothing: [14] },
    change: (draft) => void (draft.bets[3]!.cell = 2),
  },
  {
    how: 'the draw has more bets than its cells',
    caught: told,
    change: (draft) => void draft.close.body.bets++,
  },
  {
    how: 'the draw has more stakes than its cells',
    caught: told,
    change: (draft) => void draft.close.body.stakeTotal++,
  },
  {
    how: 'a bet is counted in another cell',
    caught: { everything: [8, 13, 14], receipt: [13, 14], policy: [8, 14], nothing: [14] },
    change: (draft) => {
      draft.close.body.cells[1]!.bets--
      draft.close.body.cells[2]!.bets++
      fixCells(draft)
    },
  },
  {
    how: 'a cent is counted in another cell',
    caught: told,
    change: (draft) => {
      draft.close.body.cells[1]!.stakeTotal--
      draft.close.body.cells[2]!.stakeTotal++
      fixCells(draft)
    },
  },
  {
    how: 'the root is not that of the cells',
    caught: { everything: [8, 13, 14], receipt: [13, 14], policy: [8, 14], nothing: [14] },
    change: (draft) => void (draft.close.body.root = flip(draft.close.body.root)),
  },
  {
    how: 'the root of another’s cell is another',
    caught: told,
    change: (draft) => {
      const cell = draft.close.body.cells[0]!
      cell.root = flip(cell.root)
      fixCells(draft)
    },
  },
]
