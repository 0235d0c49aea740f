import { type World, played } from './world.ts'

/**
 * What follows from answers that the tabs got: a slip that was bought leaves the board that still has just its bets, and who
 * is logged out has nothing chosen any more.
 */
export function noteOutcomes(world: World): void {
  const { wire, model } = world
  const fresh = wire.writes.filter((each) => each.status !== null && !each.isNoted)
  for (const write of fresh) {
    write.isNoted = true
    if (write.status! >= 300) continue
    if (write.call === 'DELETE /session') for (const each of model.chosen) each.clear()
    if (write.call !== 'POST /bets' || !write.isHeard || write.tab < 0) continue
    const { drawId, bets } = JSON.parse(write.body) as { drawId: string; bets: { play: string; selection: string }[] }
    const game = played.find((each) => drawId.startsWith(`${each}:`))!
    const bought = bets.map(({ play, selection }) => `${play} ${selection}`).sort()
    const chosen = model.chosen[write.tab as 0 | 1]
    if (String([...(chosen.get(game) ?? [])].sort()) === String(bought)) chosen.set(game, new Set())
  }
}
