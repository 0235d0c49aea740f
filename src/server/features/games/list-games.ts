import { listGames } from '#contract/play/games'
import { games } from '#core/games/catalogue'
import { handle } from '../../services/calls/handle.ts'

export const listGamesHandler = handle(listGames, async () => ({
  items: games.map(({ code, family, intervalSec, drawsPerDay }) => ({ code, family, intervalSec, drawsPerDay })),
}))
