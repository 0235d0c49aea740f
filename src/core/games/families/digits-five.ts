import { range, type Result } from '../draw-shape.ts'
import { defineMarkets, readsOne } from '../market.ts'
import { bigSmall, different, dragonOrTiger, dragonTiger, oddEven, parityOf, sizeOf, total } from '../sides.ts'

const digits = range(0, 9).map(String)
const onBall = {
  positions: range(1, 5),
  positionKind: 'ball',
  positionLabels: ['1 (wan)', '2 (qian)', '3 (bai)', '4 (shi)', '5 (ge)'],
  reads: readsOne,
} as const
/** Position 1 is the front three balls, 2 the middle, 3 the last. */
const onThree = {
  positions: [1, 2, 3],
  positionKind: 'three_balls',
  reads: (position: number | null) => readsOne(position).flatMap((first) => [first, first + 1, first + 2]),
} as const
const firstAndLast = { reads: () => [0, 4] } as const

const patterns = ['leopard', 'straight', 'pair', 'half_straight', 'mixed'] as const

/**
 * The digits stand in a ring, so 9 and 0 are neighbours and 8-9-0 and 9-0-1 are straights. The order drawn is ignored.
 */
function patternOf(three: Result): (typeof patterns)[number] {
  const count = different(three).length
  if (count === 1) return 'leopard'
  if (count === 2) return 'pair'
  const follows = three.filter((digit) => three.includes((digit + 1) % 10)).length
  return follows === 2 ? 'straight' : follows === 1 ? 'half_straight' : 'mixed'
}

const isTie = ([first, last]: Result): boolean => first === last

/** Five digits with repeats. Also serves Lucky Australia 5. */
export const digitsFiveMarkets = defineMarkets('ssc', [
  {
    code: 'ball_number',
    zh: '第一球..第五球 号码 / 定位胆',
    en: 'digit 0-9 at the ball',
    plays: ['first/second/third ball', 'positioning digit', 'single digits 1 to 9'],
    ...onBall,
    selections: digits,
    winners: ([digit]) => [String(digit)],
  },
  {
    code: 'ball_big_small',
    zh: '大小',
    en: '5-9 big / 0-4 small',
    plays: ['two sides', 'big', 'small'],
    ...onBall,
    selections: bigSmall,
    winners: ([digit]) => [sizeOf(digit!, 5)],
  },
  {
    code: 'ball_odd_even',
    zh: '单双',
    en: 'odd / even (0 is even)',
    plays: ['two sides', 'odd', 'even'],
    ...onBall,
    selections: oddEven,
    winners: ([digit]) => [parityOf(digit!)],
  },
  {
    code: 'sum_big_small',
    zh: '总和大小',
    en: 'five-ball sum >=23 big / <=22 small',
    plays: ['sum two sides', 'big', 'small'],
    isUnordered: true,
    selections: bigSmall,
    winners: (balls) => [sizeOf(total(balls), 23)],
  },
  {
    code: 'sum_odd_even',
    zh: '总和单双',
    en: 'five-ball sum odd / even',
    plays: ['sum two sides', 'odd', 'even'],
    isUnordered: true,
    selections: oddEven,
    winners: (balls) => [parityOf(total(balls))],
  },
  {
    code: 'dragon_tiger',
    zh: '龙虎',
    en: 'ball 1 vs ball 5',
    tie: 'ball1 == ball5: stake refunded (push)',
    plays: ['dragon', 'tiger'],
    ...firstAndLast,
    selections: dragonTiger,
    winners: (pair) => (isTie(pair) ? [] : [dragonOrTiger(pair)]),
    isPush: isTie,
  },
  {
    code: 'tie',
    zh: '和',
    en: 'ball 1 equals ball 5',
    ...firstAndLast,
    selections: ['tie'],
    winners: (pair) => (isTie(pair) ? ['tie'] : []),
  },
  {
    code: 'three_pattern',
    zh: '前三/中三/后三',
    en: 'leopard > straight > pair > half_straight > mixed, 9-0-1 wrap counts, order ignored',
    tie: 'patterns are exclusive in the listed order',
    ...onThree,
    positionLabels: ['front 1-3', 'middle 2-4', 'last 3-5'],
    selections: patterns,
    winners: (three) => [patternOf(three)],
  },
  {
    code: 'any_digit5',
    zh: '五星一码不定位',
    en: 'digit appears at least once in the five balls',
    plays: ['one code'],
    isUnordered: true,
    selections: digits,
    winners: (balls) => different(balls).map(String),
  },
  {
    code: 'any_digit3',
    zh: '前/中/后三一码不定位',
    en: 'digit appears at least once in the three balls',
    plays: ['one code'],
    ...onThree,
    positionLabels: ['front', 'middle', 'last'],
    selections: digits,
    winners: (three) => different(three).map(String),
  },
])
