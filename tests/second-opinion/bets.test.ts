import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import * as made from '#core/fairness/testing/genuine-draw'
import { cellTampers, cellsGenuine } from '#core/fairness/testing/cell-tampers'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) process.stderr.write('python3 is not installed: the second opinion on bets is skipped\n')

function secondOpinion(draft: made.Draft): { said: string; wrong: string } {
  const { entries } = made.shownLog(made.sealLog(made.entriesOf(draft)))
  const input = JSON.stringify({ entries, bets: draft.bets })
  const { stdout, stderr } = spawnSync('python3', ['tests/second-opinion/bets.py'], { input, encoding: 'utf8' })
  return { said: stdout, wrong: stderr.trim() }
}

test
  .skipIf(!hasPython)
  .each([[[5]], [[0]], [[1, 3, 2]], [[0, 4, 0, 1, 7]], [Array.from({ length: 256 }, (_, at) => at % 3)]])(
  'a second implementation finds the same root over cells of %j bets',
  (cells) => {
    const draft = made.houseDraft('0001', cells)
    const { bets, root, stakeTotal } = draft.close.body
    const { said, wrong } = secondOpinion(draft)
    expect(wrong).toBe('')
    expect(JSON.parse(said)).toEqual({ drawId: draft.drawId, cells: cells.length, bets, root, stakeTotal })
  },
)

const told = cellTampers.filter(({ caught }) => caught.nothing.includes(14))
test.skipIf(!hasPython).each(told)('it finds too that $how', ({ change }) => {
  const draft = made.copyOf(cellsGenuine)
  change(draft)
  const { said, wrong } = secondOpinion(draft)
  expect(said).toBe('')
  expect(wrong).toMatch(/^(the bets give other cells|the cells give another|a bet out of order|a cell whose)/)
})
