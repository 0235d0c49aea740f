/**
 * The family of each game. This and the times below are the only parts of the catalogue that checking a draw needs, kept apart so that
 * the verifier stays small.
 */
export const gameFamilies = {
  k3_5m: 'k3',
  k3_10m: 'k3',
  lucky_airship: 'pk10',
  speed_11x5: 'x11_5',
  lucky_au_5: 'ssc',
  lucky_au_10: 'pk10',
  speed_racing: 'pk10',
  ssc_5m: 'ssc',
  ssc_10m: 'ssc',
} as const

/**
 * When each game draws, in seconds of the day in UTC+8: from one draw to the next, the first of a day, how many there are, and how
 * long before one its betting ends. Every check ties a draw to its time by this, so a game that is to draw at other times needs another
 * code.
 */
export const gameTimes = {
  k3_5m: { intervalSec: 300, firstDrawSec: 300, drawsPerDay: 288, closeBeforeSec: 30 },
  k3_10m: { intervalSec: 600, firstDrawSec: 600, drawsPerDay: 144, closeBeforeSec: 60 },
  lucky_airship: { intervalSec: 300, firstDrawSec: 47_340, drawsPerDay: 180, closeBeforeSec: 30 },
  speed_11x5: { intervalSec: 75, firstDrawSec: 75, drawsPerDay: 1152, closeBeforeSec: 15 },
  lucky_au_5: { intervalSec: 300, firstDrawSec: 220, drawsPerDay: 288, closeBeforeSec: 30 },
  lucky_au_10: { intervalSec: 300, firstDrawSec: 220, drawsPerDay: 288, closeBeforeSec: 30 },
  speed_racing: { intervalSec: 75, firstDrawSec: 75, drawsPerDay: 1152, closeBeforeSec: 15 },
  ssc_5m: { intervalSec: 300, firstDrawSec: 300, drawsPerDay: 288, closeBeforeSec: 30 },
  ssc_10m: { intervalSec: 600, firstDrawSec: 600, drawsPerDay: 144, closeBeforeSec: 60 },
} as const

/** All games keep UTC+8, which has no summer time. */
export const utcOffsetMs = 8 * 3_600_000

/** A draw by its game, the instant at which its day begins by UTC, and its number, which counts from 1. */
type Draw = { readonly game: keyof typeof gameTimes; readonly dayMs: number; readonly number: number }

/** When a draw opens, closes and draws; null where the day has no draw of that number. */
export function timesOf({ game, dayMs, number }: Draw) {
  const { intervalSec, firstDrawSec, drawsPerDay, closeBeforeSec } = gameTimes[game]
  if (!Number.isInteger(number) || number < 1 || number > drawsPerDay) return null
  const drawsAtMs = dayMs - utcOffsetMs + (firstDrawSec + (number - 1) * intervalSec) * 1_000
  return { opensAtMs: drawsAtMs - intervalSec * 1_000, closesAtMs: drawsAtMs - closeBeforeSec * 1_000, drawsAtMs }
}
