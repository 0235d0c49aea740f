import { type Bet, type Selection, priceOf, readPlay, readSelection } from '#core/games/bets'
import { drawShapes } from '#core/games/draw-shape'
import { type Market, playCode } from '#core/games/market'
import type { Cents } from '#core/money/cents'

/** What is chosen: cells of the board, and numbers picked together, in rows where their order counts. */
export type Choice = {
  readonly cells: ReadonlyMap<string, Selection>
  readonly picks: ReadonlyMap<Market, Rows>
}
type Rows = readonly (readonly string[])[]

export const nothing: Choice = { cells: new Map(), picks: new Map() }

export type Change =
  | { readonly do: 'toggle'; readonly market: Market; readonly position: number | null; readonly selection: string }
  | { readonly do: 'pick'; readonly market: Market; readonly row: number; readonly label: string }
  | { readonly do: 'drop'; readonly bet: Selection }
  | { readonly do: 'replace'; readonly choice: Choice }

export const cellKey = (market: Market, position: number | null, selection: string): string =>
  `${playCode(market, position)} ${selection}`

const keyOf = ({ market, position, key }: Selection): string => cellKey(market, position, key)

export function changed(choice: Choice, change: Change): Choice {
  switch (change.do) {
    case 'toggle':
      return { ...choice, cells: toggled(choice.cells, change) }
    case 'pick':
      return { ...choice, picks: picked(choice.picks, change) }
    case 'drop':
      return dropped(choice, change.bet)
    case 'replace':
      return change.choice
  }
}

function toggled(cells: Choice['cells'], { market, position, selection }: Change & { do: 'toggle' }): Choice['cells'] {
  const next = new Map(cells)
  const key = cellKey(market, position, selection)
  const { family, code } = market
  const read = readSelection({ family, market: code, position, selection })
  if (!next.delete(key) && read) next.set(key, read)
  return next
}

function picked(picks: Choice['picks'], { market, row, label }: Change & { do: 'pick' }): Choice['picks'] {
  const rows = rowsOf({ picks }, market).map((labels, at) =>
    at !== row
      ? labels
      : labels.includes(label)
        ? labels.filter((each) => each !== label)
        : [...labels, label].sort(byPool),
  )
  return new Map(picks).set(market, rows)
}

/** Numbers in ascending order, as selections are written: `9` before `10`. */
const byPool = (one: string, other: string): number => Number(one) - Number(other)

/** Rows cannot leave out one of the bets they make, so the others are kept as single bets, and the rows are empty. */
function dropped({ cells, picks }: Choice, bet: Selection): Choice {
  const { market } = bet
  const [fewerCells, fewerPicks] = [new Map(cells), new Map(picks)]
  const combined = combinedOf(market, picks.get(market))
  if (combined.some(({ key }) => key === bet.key)) {
    fewerPicks.delete(market)
    for (const each of combined) fewerCells.set(keyOf(each), each)
  }
  fewerCells.delete(keyOf(bet))
  return { cells: fewerCells, picks: fewerPicks }
}

/** One row for numbers in free order, one for each place where the order counts. */
export function rowsOf({ picks }: Pick<Choice, 'picks'>, market: Market): Rows {
  const { size, order } = market.picks!
  return picks.get(market) ?? Array.from({ length: order === 'drawn' ? size : 1 }, () => [])
}

/** The numbers a market of picked numbers offers, as its selections write them. */
export function poolOf(market: Market): readonly string[] {
  const isPadded = market.selections[0]!.startsWith('0')
  return drawShapes[market.family].pool.map((number) => String(number).padStart(isPadded ? 2 : 1, '0'))
}

/** The selections that are complete, in the order of their choosing. One that is chosen both ways is one bet. */
export function selectionsOf({ cells, picks }: Choice): readonly Selection[] {
  const combined = [...picks].flatMap(([market, rows]) => combinedOf(market, rows))
  return [...cells.values(), ...combined.filter((each) => !cells.has(keyOf(each)))]
}

function combinedOf(market: Market, rows: Rows | undefined): readonly Selection[] {
  const { family, code } = market
  const keys = rows ? keysOf(market, rows) : []
  return keys.flatMap((selection) => readSelection({ family, market: code, position: null, selection }) ?? [])
}

function keysOf(market: Market, rows: Rows): readonly string[] {
  const { size, order } = market.picks!
  if (order === 'ascending') return rows[0]!.length >= size ? [rows[0]!.join(',')] : []
  const paths = rows.reduce<readonly (readonly string[])[]>(
    (begun, labels) =>
      begun.flatMap((path) => labels.filter((each) => !path.includes(each)).map((each) => [...path, each])),
    [[]],
  )
  return paths.map((path) => path.join(','))
}

/** The same choice as bets that were placed before. Of a market of picked numbers the first is shown as picked. */
export function choiceOf(bets: readonly { readonly play: string; readonly selection: string }[]): Choice {
  const cells = new Map<string, Selection>()
  const picks = new Map<Market, Rows>()
  for (const read of bets.flatMap((bet) => readPlay(bet) ?? [])) {
    const { market, key } = read
    if (market.picks && !picks.has(market)) picks.set(market, pickedRows(market, key))
    else cells.set(keyOf(read), read)
  }
  return { cells, picks }
}

function pickedRows({ picks }: Market, key: string): Rows {
  const numbers = key.split(',')
  return picks!.order === 'drawn' ? numbers.map((each) => [each]) : [numbers]
}

/** The bets of a choice with a stake on every line. */
export function betsOf(selections: readonly Selection[], stakePerLine: Cents): readonly Bet[] {
  return selections.map((selection) => ({
    ...selection,
    stakePerLine,
    oddsHundredths: priceOf(selection).oddsHundredths,
  }))
}

const chanceOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!

/** A random selection of these markets. */
export function quickPick(markets: readonly Market[], position: number | null): Choice {
  const market = chanceOf(markets)
  if (market.picks)
    return { cells: new Map(), picks: new Map([[market, pickedRows(market, chanceOf(market.selections))]]) }
  const at = market.positions.length === 0 ? null : (position ?? chanceOf(market.positions))
  return changed(nothing, { do: 'toggle', market, position: at, selection: chanceOf(market.selections) })
}
