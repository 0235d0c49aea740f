import type { Market } from './market.ts'

/** A text to translate: its key and what is filled in. */
export type Label = { readonly key: string; readonly values: Readonly<Record<string, string | number>> }

export function marketLabel(market: Market): Label {
  return { key: `market.${market.family}.${market.code}`, values: {} }
}

/**
 * `position.ball` with its number; a pair of places also carries the opposite one. Some positions have names:
 * `position.place1`.
 */
export function positionLabel({ positionKind: kind }: Market, position: number): Label {
  const opposite = kind === 'place_pair' ? { opposite: 11 - position } : {}
  const isNamed = kind === 'three_balls' || (kind === 'place' && position <= 3)
  return { key: `position.${kind}${isNamed ? position : ''}`, values: { position, ...opposite } }
}

/** Words such as `big_odd` have a translation each; numbers are shown as they are. */
export function selectionLabel(selection: string): Label {
  const isWord = /^[a-z_]+$/.test(selection)
  return isWord
    ? { key: `selection.${selection}`, values: {} }
    : { key: 'selection.numbers', values: { numbers: selection } }
}
