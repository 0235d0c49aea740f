import type { GameCode } from '#core/games/catalogue'
import type { MarkName } from '#ui/GameMark'

/** The drawn mark of each game. */
export const gameMarks: Record<GameCode, MarkName> = {
  k3_5m: 'dice',
  k3_10m: 'dice',
  lucky_airship: 'airship',
  speed_11x5: 'balls',
  lucky_au_5: 'cross',
  lucky_au_10: 'cross',
  speed_racing: 'car',
  ssc_5m: 'clock',
  ssc_10m: 'clock',
}
