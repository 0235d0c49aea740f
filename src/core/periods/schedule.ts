import { type Game, type GameCode, games } from '../games/catalogue.ts'
import { timesOf, utcOffsetMs } from '../games/game-families.ts'
import { type Day, formatDay, parseDay } from './civil-date.ts'

/** One issue of a game. Everything in it follows from the game, the day and the index. */
export type Period = {
  readonly game: GameCode
  /** The game's day in UTC+8. The airship's runs past midnight and keeps the day of its 13:09 draw. */
  readonly day: Day
  /** Counts the draws of the day from 1. */
  readonly index: number
  /** The number people read: date and index, `20261114001`. */
  readonly issue: string
  /** The name in the public log, `k3_5m:20261114:0001`: always four digits, never used twice. */
  readonly drawId: string
  readonly opensAtMs: number
  readonly closesAtMs: number
  readonly drawsAtMs: number
}

export const dayMs = 86_400_000

/** The period of that index on that day, or null where the day has no such index. */
export function periodOf({ game: code, day, index }: Pick<Period, 'game' | 'day' | 'index'>): Period | null {
  const game = gameOf(code)
  const times = timesOf({ game: code, dayMs: day * dayMs, number: index })
  if (!times) return null
  const date = formatDay(day)
  return {
    game: code,
    day,
    index,
    issue: date + String(index).padStart(game.drawsPerDay > 999 ? 4 : 3, '0'),
    drawId: `${code}:${date}:${String(index).padStart(4, '0')}`,
    ...times,
  }
}

/**
 * The period that draws next after the instant: at the very instant of a draw the following period has begun. A period is
 * one interval long, so while the airship rests from 04:04 to 13:04 its next period is already named but `waiting`.
 */
export function periodAt(code: GameCode, atMs: number): Period {
  const game = gameOf(code)
  const sinceFirstOpening = Math.floor(atMs) + utcOffsetMs - (game.firstDrawSec - game.intervalSec) * 1_000
  const day = Math.floor(sinceFirstOpening / dayMs)
  const step = Math.floor((sinceFirstOpening - day * dayMs) / (game.intervalSec * 1_000))
  const isResting = step >= game.drawsPerDay
  return periodOf(isResting ? { game: code, day: day + 1, index: 1 } : { game: code, day, index: step + 1 })!
}

export function nextPeriod({ game, day, index }: Period): Period {
  return periodOf({ game, day, index: index + 1 }) ?? periodOf({ game, day: day + 1, index: 1 })!
}

export function previousPeriod({ game, day, index }: Period): Period {
  return periodOf({ game, day, index: index - 1 }) ?? periodOf({ game, day: day - 1, index: gameOf(game).drawsPerDay })!
}

/** All periods of the game's day, first to last. */
export function periodsOfDay(game: GameCode, day: Day): readonly Period[] {
  return Array.from({ length: gameOf(game).drawsPerDay }, (_, at) => periodOf({ game, day, index: at + 1 })!)
}

const drawIdPattern = /^([a-z0-9_]+):([0-9]{8}):([0-9]{4})$/

/** The period a draw id names; null when there is none. */
export function findPeriod(drawId: string): Period | null {
  const [, code, date, index] = drawIdPattern.exec(drawId) ?? []
  const game = games.find((candidate) => candidate.code === code)
  const day = parseDay(date ?? '')
  return game === undefined || day === null ? null : periodOf({ game: game.code, day, index: Number(index) })
}

function gameOf(code: GameCode): Game {
  return games.find((game) => game.code === code)!
}
