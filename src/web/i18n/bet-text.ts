import { readPlay } from '#core/games/bets'
import { marketText, positionText, selectionText } from './plays.ts'

/** What was bet on, as `k3.sum` and `7` name it, in words: the market with its place, and the selection. */
export function betText(bet: { readonly play: string; readonly selection: string }) {
  const read = readPlay(bet)
  if (!read) return { play: bet.play, selection: bet.selection }
  const place = positionText(read.market, read.position)
  return {
    play: place ? `${place} · ${marketText(read.market)}` : marketText(read.market),
    selection: selectionText(bet.selection),
  }
}
