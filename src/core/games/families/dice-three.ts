import { combinations, range, type Result } from '../draw-shape.ts'
import { defineMarkets, type MarketDefinition, readsOne } from '../market.ts'
import { ascending, bigSmall, different, fourSideOf, fourSides, oddEven, parityOf, sizeOf, total } from '../sides.ts'

const faces = range(1, 6)
const labels = faces.map(String)
const straights = ['123', '234', '345', '456']
const onDie = { positions: [1, 2, 3], positionKind: 'die', reads: readsOne } as const

/** The dice in ascending order as one word, `245`. */
const sorted = (dice: Result): string => ascending(dice).join('')

/** The face that shows at least twice, if any. */
const pairFace = ([a, b, c]: Result): number | undefined => (a === b || a === c ? a : b === c ? b : undefined)

const isTriple = (dice: Result): boolean => different(dice).length === 1

/** Exactly two alike: the pair, then the other face, as `11+2`. */
function pairAndOther(dice: Result): readonly string[] {
  const pair = pairFace(dice)
  const other = dice.find((face) => face !== pair)
  return pair === undefined || other === undefined ? [] : [`${pair}${pair}+${other}`]
}

const sums: readonly MarketDefinition[] = [
  {
    code: 'sum',
    zh: '和值',
    en: 'sum of three dice',
    plays: ['sum number'],
    selections: range(3, 18).map(String),
    winners: (dice) => [String(total(dice))],
  },
  {
    code: 'sum_big_small',
    zh: '和值大小',
    en: 'sum big (11-18) / small (3-10)',
    tie: "triples count as normal big/small (no 'triple takes all')",
    plays: ['sum two sides', 'two sides', 'big', 'small'],
    selections: bigSmall,
    winners: (dice) => [sizeOf(total(dice), 11)],
  },
  {
    code: 'sum_odd_even',
    zh: '和值单双',
    en: 'sum odd / even',
    tie: 'triples count normally',
    plays: ['sum two sides', 'two sides', 'odd', 'even'],
    selections: oddEven,
    winners: (dice) => [parityOf(total(dice))],
  },
  {
    code: 'sum_combo',
    zh: '大小单双组合',
    en: 'big-odd / big-even / small-odd / small-even',
    selections: fourSides,
    winners: (dice) => [fourSideOf(total(dice), 11)],
  },
]

const shapes: readonly MarketDefinition[] = [
  {
    code: 'triple_any',
    zh: '三同号通选',
    en: 'any triple (one line covers 111..666)',
    plays: ['general selection', 'same number'],
    selections: ['any'],
    winners: (dice) => (isTriple(dice) ? ['any'] : []),
  },
  {
    code: 'triple_single',
    zh: '三同号单选',
    en: 'specific triple',
    plays: ['single choice', 'same number'],
    selections: labels.map((face) => face.repeat(3)),
    winners: (dice) => (isTriple(dice) ? [dice.join('')] : []),
  },
  {
    code: 'pair_multi',
    zh: '二同号复选',
    en: 'specific pair + any third die (a triple of the same face also wins)',
    plays: ['same number'],
    selections: labels.map((face) => `${face}${face}*`),
    winners: (dice) => {
      const pair = pairFace(dice)
      return pair === undefined ? [] : [`${pair}${pair}*`]
    },
  },
  {
    code: 'pair_single',
    zh: '二同号单选',
    en: 'specific pair + specific different third die, any order',
    plays: ['single choice', 'same number'],
    selections: labels.flatMap((pair) =>
      labels.filter((other) => other !== pair).map((other) => `${pair}${pair}+${other}`),
    ),
    winners: pairAndOther,
  },
  {
    code: 'three_different',
    zh: '三不同号',
    en: 'three specific different faces, any order',
    plays: ['single choice'],
    selections: combinations(labels, 3).map((three) => three.join('')),
    winners: (dice) => (different(dice).length === 3 ? [sorted(dice)] : []),
  },
  {
    code: 'straight_any',
    zh: '三连号通选',
    en: 'any consecutive run 123/234/345/456, any order',
    tie: 'no wrap: 561/612 are not runs',
    plays: ['general selection', 'continuous code number'],
    selections: ['any'],
    winners: (dice) => (straights.includes(sorted(dice)) ? ['any'] : []),
  },
  {
    code: 'straight_single',
    zh: '三连号单选',
    en: 'a specific run, any order',
    plays: ['continuous code number', 'single choice'],
    selections: straights,
    winners: (dice) => straights.filter((straight) => straight === sorted(dice)),
  },
  {
    code: 'two_different',
    zh: '二不同号',
    en: 'two specific different faces both appear (third die free)',
    selections: combinations(labels, 2).map((two) => two.join('')),
    winners: (dice) => combinations(ascending(different(dice)), 2).map((two) => two.join('')),
  },
  {
    code: 'any_face',
    zh: '三军/猜一个号',
    en: 'chosen face appears at least once; paid once however often it appears',
    plays: ['one code'],
    selections: labels,
    winners: (dice) => different(dice).map(String),
  },
]

const dice: readonly MarketDefinition[] = [
  {
    code: 'die_number',
    zh: '第一/二/三球 号码',
    en: 'number on die at a given position',
    plays: ['first/second/third ball', 'positioning digit', 'single digits 1 to 9'],
    ...onDie,
    selections: labels,
    winners: ([face]) => [String(face)],
  },
  {
    code: 'die_sides',
    zh: '第一/二/三球 两面',
    en: 'die big (4-6) / small (1-3)',
    plays: ['first/second/third ball', 'two sides', 'big', 'small'],
    ...onDie,
    selections: bigSmall,
    winners: ([face]) => [sizeOf(face!, 4)],
  },
  {
    code: 'die_parity',
    zh: '第一/二/三球 单双',
    en: 'die odd / even',
    plays: ['first/second/third ball', 'two sides', 'odd', 'even'],
    ...onDie,
    selections: oddEven,
    winners: ([face]) => [parityOf(face!)],
  },
]

/** Fast three: three dice. Triples count as ordinary sums, straights do not wrap. */
export const diceThreeMarkets = defineMarkets('k3', [...sums, ...shapes, ...dice])
