import './reveal.css'
import { useEffect, useState } from 'react'
import type { Family } from '#core/games/catalogue'
import { DrawResult } from '#ui/DrawResult'
import { serverNow } from '../../../state/clock.ts'

/** A result is news for this long. */
const newsMs = 3_000
/** The race takes the longest, just under four seconds. */
const shownMs = 4_000

type Props = { family: Family; outcome: readonly number[]; endedAt: number }

/**
 * A result. One that has just come arrives as its game does (dice tumble, balls drop, cars cross the line in their
 * order); an older one, or one that is asked for without motion, just stands there.
 */
export function Reveal({ family, outcome, endedAt }: Props) {
  const [isArriving, setArriving] = useState(() => serverNow() - endedAt < newsMs)
  useEffect(() => {
    // Without this a kept page would play the animation again when it is shown again.
    const timer = setTimeout(() => setArriving(false), shownMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className={`reveal inline-flex ${isArriving ? `reveal-${family}` : ''}`}>
      <DrawResult family={family} outcome={outcome} size="large" />
    </span>
  )
}
