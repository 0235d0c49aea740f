import type { Market } from './market.ts'

/** A text to translate: its key and what is filled in. */
export type Label = { readonly key: string; readonly values: Readonly<Record<string, string | number>> }

export function marketLabel(market: Market): Label {
  return { key: `market.${market.family}.${market.code}`, values: {} }
}

/** `position.place` with the place; a pair of places also carries the opposite one. */
export function positionLabel(market: Market, position: number): Label {
  const opposite = market.positionKind === 'place_pair' ? { opposite: 11 - position } : {}
  return { key: `position.${market.positionKind}`, values: { position, ...opposite } }
}

/** Words such as `big_odd` have a translation each; numbers are shown as they are. */
export function selectionLabel(selection: string): Label {
  const isWord = /^[a-z_]+$/.test(selection)
  return isWord
    ? { key: `selection.${selection}`, values: {} }
    : { key: 'selection.numbers', values: { numbers: selection } }
}
