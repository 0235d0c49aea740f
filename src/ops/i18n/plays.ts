import { findMarket } from '#core/games/families'
import { marketLabel, positionLabel, selectionLabel } from '#core/games/labels'
import { playWord } from './words.ts'

/** A market's name as players read it; its code where it is not sold any more. */
export function marketText(code: string): string {
  const market = findMarket(code)
  return market ? playWord(marketLabel(market)) : code
}

/** What a bet is on, as players read it: `Car number · Champion`; the code where it is not sold any more. */
export function playText(play: string): string {
  const [code = '', position] = play.split('@')
  const market = findMarket(code)
  if (!market) return play
  const name = playWord(marketLabel(market))
  return position === undefined ? name : `${name} · ${playWord(positionLabel(market, Number(position)))}`
}

/** A selection in words, or its numbers separated by commas and spaces. */
export function selectionText(selection: string): string {
  const label = selectionLabel(selection)
  return label.key === 'selection.numbers' ? selection.replaceAll(',', ', ') : playWord(label)
}
