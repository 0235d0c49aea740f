import { combinations, range, type Result } from '../draw-shape.ts'
import { defineMarkets, type MarketDefinition, readsOne } from '../market.ts'
import { ascending, bigSmall, dragonOrTiger, dragonTiger, oddEven, parityOf, sizeOf, total } from '../sides.ts'

const pool = range(1, 11)
/** Numbers of this family always have two digits: 01 to 11. */
const label = (number: number): string => String(number).padStart(2, '0')
const joined = (numbers: Result): string => numbers.map(label).join(',')
const labels = pool.map(label)

const onBall = { positions: range(1, 5), positionKind: 'ball', reads: readsOne } as const
const elevenReturns = { tie: '11: stake refunded (push)', isPush: ([ball]: Result) => ball === 11 } as const
const drawnTogether = { isUnordered: true } as const

const balls: readonly MarketDefinition[] = [
  {
    code: 'ball_number',
    zh: '第一球..第五球 号码 / 定位胆',
    en: 'number at the ball',
    plays: ['first/second/third ball', 'positioning digit', 'single digits 1 to 9'],
    ...onBall,
    selections: labels,
    winners: ([ball]) => [label(ball!)],
  },
  {
    code: 'ball_big_small',
    zh: '大小',
    en: '6-10 big / 1-5 small',
    plays: ['two sides', 'big', 'small'],
    ...onBall,
    ...elevenReturns,
    selections: bigSmall,
    winners: ([ball]) => (ball === 11 ? [] : [sizeOf(ball!, 6)]),
  },
  {
    code: 'ball_odd_even',
    zh: '单双',
    en: 'odd {1,3,5,7,9} / even {2,..,10}',
    plays: ['two sides', 'odd', 'even'],
    ...onBall,
    ...elevenReturns,
    selections: oddEven,
    winners: ([ball]) => (ball === 11 ? [] : [parityOf(ball!)]),
  },
]

const sums: readonly MarketDefinition[] = [
  {
    code: 'sum_big_small',
    zh: '总和大小',
    en: 'sum >30 big / <30 small',
    tie: 'sum 30: stake refunded (push)',
    plays: ['sum two sides', 'big', 'small'],
    ...drawnTogether,
    selections: bigSmall,
    winners: (five) => (total(five) === 30 ? [] : [sizeOf(total(five), 31)]),
    isPush: (five) => total(five) === 30,
  },
  {
    code: 'sum_odd_even',
    zh: '总和单双',
    en: 'sum odd / even',
    tie: '30 is even, no push',
    plays: ['sum two sides', 'odd', 'even'],
    ...drawnTogether,
    selections: oddEven,
    winners: (five) => [parityOf(total(five))],
  },
  {
    code: 'sum_tail',
    zh: '总和尾大小',
    en: 'last digit of sum >=5 / <=4',
    ...drawnTogether,
    selections: ['tail_big', 'tail_small'],
    winners: (five) => [`tail_${sizeOf(total(five) % 10, 5)}`],
  },
  {
    code: 'dragon_tiger',
    zh: '龙虎',
    en: 'ball 1 vs ball 5',
    tie: 'tie impossible',
    plays: ['dragon', 'tiger'],
    reads: () => [0, 4],
    selections: dragonTiger,
    winners: (pair) => [dragonOrTiger(pair)],
  },
  {
    code: 'any1',
    zh: '一中一',
    en: 'chosen number is among the five',
    plays: ['one code'],
    ...drawnTogether,
    selections: labels,
    winners: (five) => five.map(label),
  },
]

/** The selections of `size` numbers that win: inside the five drawn, or around them. */
function pickWinners(five: Result, size: number): readonly string[] {
  const drawn = ascending(five)
  if (size <= 5) return combinations(drawn, size).map(joined)
  const others = pool.filter((number) => !drawn.includes(number))
  return combinations(others, size - 5).map((extra) => joined(ascending([...drawn, ...extra])))
}

function pick(size: number): MarketDefinition {
  const rule = size <= 5 ? `all ${size} are drawn` : 'all five drawn numbers are among them'
  return {
    code: `pick${size}`,
    zh: `任选${size}中${Math.min(size, 5)}`,
    en: `choose ${size} of 1..11; win if ${rule}`,
    plays: ['continuous code number'],
    ...drawnTogether,
    selections: combinations(labels, size).map((numbers) => numbers.join(',')),
    picks: { size, order: 'ascending', describes: `any ${size} distinct numbers` },
    winners: (five) => pickWinners(five, size),
  }
}

const twoInOrder = pool.flatMap((a) => pool.filter((b) => b !== a).map((b) => [a, b]))
const threeInOrder = twoInOrder.flatMap(([a, b]) => pool.filter((c) => c !== a && c !== b).map((c) => [a!, b!, c]))

const fronts: readonly MarketDefinition[] = [
  {
    code: 'front2_direct',
    zh: '前二直选',
    en: 'balls 1,2 in exact order',
    plays: ['single choice'],
    reads: () => [0, 1],
    selections: twoInOrder.map(joined),
    picks: { size: 2, order: 'drawn', describes: 'a>b' },
    winners: (front) => [joined(front)],
  },
  {
    code: 'front2_group',
    zh: '前二组选',
    en: 'balls 1,2 any order',
    plays: ['continuous code number'],
    reads: () => [0, 1],
    selections: combinations(labels, 2).map((pair) => pair.join(',')),
    picks: { size: 2, order: 'ascending', describes: '{a,b}' },
    winners: (front) => [joined(ascending(front))],
  },
  {
    code: 'front3_direct',
    zh: '前三直选',
    en: 'balls 1-3 exact order',
    plays: ['single choice'],
    reads: () => [0, 1, 2],
    selections: threeInOrder.map(joined),
    picks: { size: 3, order: 'drawn', describes: 'a>b>c' },
    winners: (front) => [joined(front)],
  },
  {
    code: 'front3_group',
    zh: '前三组选',
    en: 'balls 1-3 any order',
    plays: ['continuous code number'],
    reads: () => [0, 1, 2],
    selections: combinations(labels, 3).map((three) => three.join(',')),
    picks: { size: 3, order: 'ascending', describes: '{a,b,c}' },
    winners: (front) => [joined(ascending(front))],
  },
]

/** Eleven choose five: five different numbers of 1 to 11, in the order drawn. */
export const elevenFiveMarkets = defineMarkets('x11_5', [...balls, ...sums, ...range(2, 8).map(pick), ...fronts])
