import { combinations, range } from '../draw-shape.ts'
import { defineMarkets, type MarketDefinition, readsOne } from '../market.ts'
import {
  ascending,
  bigSmall,
  dragonOrTiger,
  dragonTiger,
  fourSideOf,
  fourSides,
  oddEven,
  parityOf,
  sizeOf,
  total,
} from '../sides.ts'

const cars = range(1, 10).map(String)
const atPlace = {
  positions: range(1, 10),
  positionKind: 'place',
  positionLabels: ['1 champion', '2 runner-up', '3 third', '4', '5', '6', '7', '8', '9', '10'],
  reads: readsOne,
} as const
const firstTwo = { reads: () => [0, 1] } as const

const places: readonly MarketDefinition[] = [
  {
    code: 'position_number',
    zh: '冠军..第十名 车号 / 定位胆',
    en: 'car number finishing at the position',
    plays: ['champion', 'runner up', 'third', 'places 4 to 10', 'positioning digit', 'single digits 1 to 9'],
    ...atPlace,
    selections: cars,
    winners: ([car]) => [String(car)],
  },
  {
    code: 'position_big_small',
    zh: '大小',
    en: '6-10 big / 1-5 small at the position',
    plays: ['two sides', 'big', 'small'],
    ...atPlace,
    selections: bigSmall,
    winners: ([car]) => [sizeOf(car!, 6)],
  },
  {
    code: 'position_odd_even',
    zh: '单双',
    en: 'odd / even at the position',
    plays: ['two sides', 'odd', 'even'],
    ...atPlace,
    selections: oddEven,
    winners: ([car]) => [parityOf(car!)],
  },
  {
    code: 'position_combo',
    zh: '大单小双等组合',
    en: 'big-odd{7,9} big-even{6,8,10} small-odd{1,3,5} small-even{2,4}',
    ...atPlace,
    selections: fourSides,
    winners: ([car]) => [fourSideOf(car!, 6)],
  },
  {
    code: 'dragon_tiger',
    zh: '龙虎',
    en: "position k vs position 11-k: dragon if k's car number is larger, else tiger",
    tie: 'tie impossible (numbers are distinct)',
    plays: ['dragon', 'tiger'],
    positions: range(1, 5),
    positionKind: 'place_pair',
    positionLabels: ['1v10', '2v9', '3v8', '4v7', '5v6'],
    reads: (place) => [...readsOne(place), 10 - place!],
    selections: dragonTiger,
    winners: (pair) => [dragonOrTiger(pair)],
  },
]

const championAndRunnerUp: readonly MarketDefinition[] = [
  {
    code: 'sum12',
    zh: '冠亚和值',
    en: 'champion + runner-up car numbers, 3..19',
    plays: ['sum number'],
    ...firstTwo,
    selections: range(3, 19).map(String),
    winners: (pair) => [String(total(pair))],
  },
  {
    code: 'sum12_big_small',
    zh: '冠亚和大小',
    en: 'sum >=12 big / <=11 small',
    tie: '11 is small (not a tie)',
    plays: ['sum two sides', 'big', 'small'],
    ...firstTwo,
    selections: bigSmall,
    winners: (pair) => [sizeOf(total(pair), 12)],
  },
  {
    code: 'sum12_odd_even',
    zh: '冠亚和单双',
    en: 'sum odd / even',
    plays: ['sum two sides', 'odd', 'even'],
    ...firstTwo,
    selections: oddEven,
    winners: (pair) => [parityOf(total(pair))],
  },
  {
    code: 'top2_pair',
    zh: '冠亚组合',
    en: 'two car numbers fill places 1 and 2, any order (45 selections a<b)',
    ...firstTwo,
    selections: combinations(cars, 2).map((pair) => pair.join(',')),
    picks: { size: 2, order: 'ascending', describes: 'a-b (any pair)' },
    winners: (pair) => [ascending(pair).join(',')],
  },
]

/** The race of ten: a permutation of 1 to 10. No two places tie; the sum 11 is small and priced by its true chance. */
export const racingTenMarkets = defineMarkets('pk10', [...places, ...championAndRunnerUp])
