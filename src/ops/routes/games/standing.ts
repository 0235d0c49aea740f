import { useEffect, useState } from 'react'
import type { listPeriods, showGames, viewPeriod } from '#contract/console/draws'
import type { Output } from '#contract/endpoint'
import type { Tone } from '../../parts/Badge.tsx'

export type GamesNow = Output<typeof showGames>
export type Viewed = Output<typeof viewPeriod>
export type Period = Output<typeof listPeriods>['items'][number]

/** The state of a period by the server's clock. A state that the server reports takes precedence. */
export function standingOf(period: Period, nowMs: number) {
  if (period.status !== 'scheduled' && period.status !== 'closed') return period.status
  if (period.delayedAt !== null) return 'delayed'
  if (nowMs >= period.drawsAt) return 'drawing'
  if (nowMs >= period.closesAt || period.status === 'closed') return 'closing'
  return nowMs >= period.opensAt ? 'open' : 'waiting'
}

/** The state of a game: a stop takes precedence, then a late draw. */
export function gameStanding({ stop, waiting, period }: GamesNow['items'][number], nowMs: number) {
  if (stop) return 'stopped'
  if (waiting?.delayedAt) return 'delayed'
  return period ? standingOf(period, nowMs) : 'waiting'
}

export type Standing = ReturnType<typeof standingOf> | 'stopped'

export const standingTones: Readonly<Record<Standing, Tone>> = {
  stopped: 'danger',
  delayed: 'warning',
  waiting: 'plain',
  open: 'good',
  closing: 'plain',
  drawing: 'plain',
  drawn: 'good',
  void: 'danger',
  cancelled: 'warning',
  skipped: 'plain',
}

/** The server's time, counted from its last answer, updated every second. */
export function useServerNow(now: number | undefined): number {
  const [shown, setShown] = useState(now ?? 0)
  useEffect(() => {
    if (now === undefined) return
    const began = performance.now()
    const tick = () => setShown(now + performance.now() - began)
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [now])
  return shown
}

/** `4:05`, or `1:04:05` where it is longer than an hour. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
