import type { Market } from '#core/games/market'

/**
 * How chips stand side by side: figures in columns of equal width, words three or four to a row. A row takes fewer before
 * it breaks a word.
 */
export function chipLayout(texts: readonly string[]): string {
  if (texts.every((text) => text.length <= 2)) return `grid ${figureColumns[texts.length] ?? 'grid-cols-5'}`
  return `flex flex-wrap ${texts.length === 3 ? '*:basis-[30%]' : '*:basis-[22%]'}`
}

const figureColumns: Readonly<Record<number, string>> = {
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-4',
  7: 'grid-cols-7 max-[360px]:grid-cols-4',
  10: 'grid-cols-5 wide:grid-cols-10',
}

export const isWord = (selection: string): boolean => /^[a-z_]+$/.test(selection)

/** How a market's cells stand side by side. Columns are counted in the size of the text, so that large text takes fewer. */
export function cellLayout({ selections }: Pick<Market, 'selections'>): string {
  const [first] = selections
  if (isWord(first!)) return wordColumns[selections.length] ?? 'grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]'
  if (first!.length > 2) return 'grid-cols-[repeat(auto-fit,minmax(5.4rem,1fr))]'
  if (selections.length === 6) return 'grid-cols-[repeat(auto-fit,minmax(3.1rem,1fr))] max-[360px]:grid-cols-3'
  if (selections.length === 11) return 'grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))]'
  return selections.length > 11
    ? 'grid-cols-[repeat(auto-fit,minmax(4.2rem,1fr))]'
    : 'grid-cols-[repeat(auto-fit,minmax(3.6rem,1fr))]'
}

/** As wide as their words, which may leave room for the market beside them. */
const wordColumns: Readonly<Record<number, string>> = {
  1: 'grid-cols-1',
  2: 'grid-cols-[repeat(2,minmax(min-content,1fr))]',
}
