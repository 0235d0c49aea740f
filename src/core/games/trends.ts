import type { Family } from './catalogue.ts'
import type { Result } from './draw-shape.ts'
import { families } from './families.ts'
import { playCode, positionsOf, seenAt } from './market.ts'

/** A selection that a draw showed, named as a bet on it would be. */
export type Shown = { readonly play: string; readonly selection: string }

/**
 * Everything of one line that a result showed. Markets of picked numbers are left out: their thousands of combinations
 * are each too rare to tell anything.
 */
export function shownBy(family: Family, result: Result): Shown[] {
  return families[family].markets
    .filter((market) => market.picks === null)
    .flatMap((market) =>
      positionsOf(market).flatMap((position) =>
        market
          .winners(seenAt(market, position, result))
          .map((selection) => ({ play: playCode(market, position), selection })),
      ),
    )
}
