import { readPlay } from '#core/games/bets'
import { findMarket } from '#core/games/families'
import { marketLabel, positionLabel, selectionLabel } from '#core/games/labels'
import { playWord } from './words.ts'

/** A market's name as players read it; its code where it is not sold any more. */
export function marketText(code: string): string {
  const market = findMarket(code)
  return market ? playWord(marketLabel(market)) : code
}

/** What a bet is on, as players read it: `Car number · Champion`; the code where it is not sold any more. */
export function playText({ play, selection }: { readonly play: string; readonly selection: string }): string {
  const read = readPlay({ play, selection })
  if (!read) return play
  const { market, position } = read
  const name = playWord(marketLabel(market))
  if (position === null) return name
  return `${name} · ${playWord(positionLabel(market, position))}`
}

/** A selection in words, or its numbers separated by commas and spaces. */
export function selectionText(selection: string): string {
  const label = selectionLabel(selection)
  return label.key === 'selection.numbers' ? selection.replaceAll(',', ', ') : playWord(label)
}
