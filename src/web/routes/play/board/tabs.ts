import type { Family } from '#core/games/catalogue'
import { families } from '#core/games/families'
import type { Market } from '#core/games/market'
import type { Key } from '../../../i18n/words.ts'

/** A group of markets shown together; where there are many, one position or one market of it is shown at a time. */
export type Tab = {
  readonly label: Key
  readonly markets: readonly Market[]
  /** The same markets; those of one row stand side by side. */
  readonly rows: readonly Row[]
  readonly by: 'position' | 'market' | null
}

export type Row = readonly Market[]

/** Markets joined by a plus share a row. */
type Plan = readonly [label: Key, by: Tab['by'], codes: string]

/** What a newcomer understands at once comes first. */
const plans: Readonly<Record<Family, readonly Plan[]>> = {
  k3: [
    ['play.tabSum', null, 'sum_big_small+sum_odd_even sum_combo sum'],
    ['play.tabDice', 'position', 'die_sides+die_parity die_number'],
    ['play.tabSame', null, 'triple_any triple_single pair_multi pair_single'],
    ['play.tabDifferent', null, 'any_face two_different straight_any straight_single three_different'],
  ],
  pk10: [
    ['play.tabPlaces', 'position', 'position_big_small+position_odd_even position_number position_combo'],
    ['play.tabDragonTiger', null, 'dragon_tiger'],
    ['play.tabFirstTwo', null, 'sum12_big_small+sum12_odd_even sum12 top2_pair'],
  ],
  ssc: [
    ['play.tabBalls', 'position', 'ball_big_small+ball_odd_even ball_number'],
    ['play.tabWhole', null, 'sum_big_small+sum_odd_even dragon_tiger+tie any_digit5'],
    ['play.tabThree', 'position', 'three_pattern any_digit3'],
  ],
  x11_5: [
    ['play.tabBalls', 'position', 'ball_big_small+ball_odd_even ball_number'],
    ['play.tabWhole', null, 'sum_big_small+sum_odd_even sum_tail dragon_tiger any1'],
    ['play.tabPick', 'market', 'pick2 pick3 pick4 pick5 pick6 pick7 pick8'],
    ['play.tabFront', 'market', 'front2_group front2_direct front3_group front3_direct'],
  ],
}

export const tabsOf: (family: Family) => readonly Tab[] = (family) => {
  const find = (code: string) => families[family].markets.find((market) => market.code === code)!
  return plans[family].map(([label, by, codes]) => {
    const rows = codes.split(' ').map((row) => row.split('+').map(find))
    return { label, by, rows, markets: rows.flat() }
  })
}
