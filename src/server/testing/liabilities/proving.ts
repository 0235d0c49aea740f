import { myLiabilities } from '#contract/money/liabilities'
import { type PathProblem, checkPathFile } from '#core/fairness/liabilities/path-file'
import { verifyEd25519 } from '#core/fairness/signatures'
import { me } from '#contract/people/me'
import type { App } from '../../world/app.ts'
import { openLeafThread } from '../../services/liabilities/leaf-thread.ts'
import { takeDueSnapshot } from '../../services/liabilities/take-snapshot.ts'
import type { Player } from '../person.ts'

export type Proving = ReturnType<typeof openProving>

/** Makes proofs of what a house owes, and checks them as its players' apps do. */
export function openProving(app: App) {
  const thread = openLeafThread()
  const proofOf = async (player: Player, number?: number) =>
    (await player.call(myLiabilities, number === undefined ? {} : { number })).proof!
  const problemOf = async (player: Player, number?: number): Promise<PathProblem | null> => {
    const { account } = await player.call(me, {})
    return checkPathFile((await proofOf(player, number)).file, { verify: verifyEd25519, account }).problem
  }
  return {
    take: (stopping?: AbortSignal) => takeDueSnapshot(app, thread, stopping),
    proofOf,
    problems: (players: readonly Player[], number?: number) =>
      Promise.all(players.map((player) => problemOf(player, number))),
    close: () => thread.close(),
  }
}
