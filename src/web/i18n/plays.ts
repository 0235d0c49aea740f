import { marketLabel, positionLabel, selectionLabel } from '#core/games/labels'
import type { Market } from '#core/games/market'
import { type Key, say } from './words.ts'

/** What a market is called. */
export const marketText = (market: Market): string => say(marketLabel(market).key as Key)

/** The position of a market: `Champion`, `Ball 2`, `Front three`; empty for a market about the whole draw. */
export function positionText(market: Market, position: number | null): string {
  if (position === null) return ''
  const { key, values } = positionLabel(market, position)
  return say(key as Key, values)
}

/** A selection in words, or its numbers separated by commas and spaces. */
export function selectionText(selection: string): string {
  const { key } = selectionLabel(selection)
  return key === 'selection.numbers' ? selection.replaceAll(',', ', ') : say(key as Key)
}
