/** The keys of the stake: digits, the decimal sign, deleting, and amounts that are added. */
export type StakeKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'decimal' | 'erase'

/** A field's text and what of it is marked, as the browser tells it. */
export type Typed = { readonly text: string; readonly from: number; readonly to: number }

const wholeDigitsMost = 7

/** The text after a key. It stays an amount with at most two decimals: a key that would spoil it changes nothing. */
export function afterKey({ text, from, to }: Typed, key: StakeKey, decimal: string): string {
  // Separators of thousands are written anew with the finished amount.
  const kept = (part: string) =>
    part
      .split('')
      .filter((each) => /\d/.test(each) || each === decimal)
      .join('')
  const [before, after] = [kept(text.slice(0, from)), kept(text.slice(to))]
  if (key === 'erase') return (from < to ? before : before.slice(0, -1)) + after
  const added = key === 'decimal' ? `${before === '' ? '0' : ''}${decimal}` : key
  const next = (before + added + after).replace(/^0+(?=\d)/, '')
  const [whole = '', cents = '', ...more] = next.split(decimal)
  const isAmount = whole.length <= wholeDigitsMost && cents.length <= 2 && more.length === 0
  return isAmount ? next : kept(text)
}
