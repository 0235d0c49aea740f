import { findPeriod, previousPeriod } from '#core/periods/schedule'
import type { GameDraws } from '../../queries/draws.ts'

/** The state of a game: not open yet, open, closing, drawing, late, or without a draw. */
export type Phase = 'waiting' | 'open' | 'closing' | 'drawing' | 'cancelled'

/** The parts of a period that its state depends on. */
export type Timed = Pick<NonNullable<GameDraws['period']>, 'opensAt' | 'closesAt' | 'drawsAt' | 'status'>

export function phaseAt(period: Timed, nowMs: number): Phase {
  if (period.status === 'cancelled') return 'cancelled'
  if (nowMs >= period.drawsAt) return 'drawing'
  if (nowMs >= period.closesAt || period.status !== 'scheduled') return 'closing'
  return nowMs >= period.opensAt ? 'open' : 'waiting'
}

/** After this long without numbers a draw is not just being drawn: it is late. */
const lateMs = 15_000

export type Pending = { readonly drawId: string; readonly issue: string; readonly drawsAt: number }

/**
 * The draw whose time has come and whose numbers have not: the one before the period that takes bets, or that period
 * itself until the next is known. Null where the latest draw there can be is over, with numbers or without, where none
 * is known yet, or where the period was cancelled and no numbers will come.
 */
export function pendingDraw({ period, ended }: GameDraws, nowMs: number): Pending | null {
  if (!period || !ended) return null
  if (nowMs >= period.drawsAt) return ended === period.drawId || period.status === 'cancelled' ? null : period
  const own = findPeriod(period.drawId)
  if (!own) return null
  const { drawId, issue, drawsAtMs } = previousPeriod(own)
  // The names of a game's draws sort as their times do.
  return ended < drawId ? { drawId, issue, drawsAt: drawsAtMs } : null
}

export const isLate = ({ drawsAt }: Pending, nowMs: number): boolean => nowMs >= drawsAt + lateMs
