import { gameTimes, timesOf } from '../../games/game-families.ts'
import { parseInstant } from '../instant.ts'
import { parseDrawId, type ScheduledDraw } from '../records.ts'

/**
 * Whether a schedule has the times that follow from the draw's id: otherwise a draw whose numbers are disliked could be announced and
 * drawn again later, under the same id. It may open later than that, as it does on a site that has just begun.
 */
export function hasItsTimes({ drawId, opensAt, closesAt, drawsAt }: ScheduledDraw): boolean {
  const id = parseDrawId(drawId)
  const dayMs = id && parseInstant(id.day.replace(/(....)(..)(..)/, '$1-$2-$3T00:00:00.000Z'))
  if (!id || dayMs === null || !Object.hasOwn(gameTimes, id.game)) return false
  const times = timesOf({ game: id.game as keyof typeof gameTimes, dayMs, number: Number(id.number) })
  return (
    times?.drawsAtMs === parseInstant(drawsAt) &&
    times?.closesAtMs === parseInstant(closesAt) &&
    times.opensAtMs <= parseInstant(opensAt)!
  )
}
