import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical, canonicalHash, type Json } from '../fairness/canonical.ts'
import type { Cents } from '../money/cents.ts'
import { defaultLimits } from '../rules/stake-limits.ts'
import { games } from './catalogue.ts'
import { findMarket } from './families.ts'
import { limitsIn, priceGroups, rulesDocument } from './rules.ts'

const dice = () => rulesDocument(games[0], defaultLimits)

function marketsIn(document: Json): Readonly<Record<string, Json>> {
  return (document as { markets: Record<string, Json> }).markets
}

test('the document states schedule, policy, rounding and limits in whole numbers', () => {
  expect(dice()).toMatchObject({
    v: 1,
    game: 'k3_5m',
    family: 'k3',
    draw: { pool: [1, 2, 3, 4, 5, 6], places: 3, distinct: false },
    schedule: { utcOffsetSec: 28_800, intervalSec: 300, firstDrawSec: 300, drawsPerDay: 288, closeBeforeSec: 30 },
    odds: {
      returnPolicy: [
        { chanceAtLeast: '1/12', percent: 98 },
        { chanceAtLeast: '1/60', percent: 97 },
        { chanceAtLeast: '0/1', percent: 96 },
      ],
      step: 10,
      coarseFrom: 100_000,
      coarseStep: 500,
    },
    limits: {
      minStake: 100,
      maxStakes: [
        { chanceAtLeast: '1/3', maxStake: 100_000 },
        { chanceAtLeast: '1/12', maxStake: 50_000 },
        { chanceAtLeast: '1/60', maxStake: 10_000 },
        { chanceAtLeast: '0/1', maxStake: 2_000 },
      ],
      maxPlayerPayout: 1_000_000,
      maxHouseExposure: 5_000_000,
    },
  })
})

test('every market of the game is in it, with odds per thousand', () => {
  expect(Object.keys(marketsIn(dice()))).toHaveLength(16)
  expect(marketsIn(dice())['sum_big_small']).toEqual({
    rule: 'sum big (11-18) / small (3-10)',
    tie: "triples count as normal big/small (no 'triple takes all')",
    positions: [],
    picks: null,
    prices: [{ selections: ['big', 'small'], chance: '1/2', push: '0/1', odds: 1_960 }],
  })
  const eleven = marketsIn(rulesDocument(games[3], defaultLimits))
  expect(eleven['pick2']).toMatchObject({
    picks: { size: 2, order: 'ascending' },
    prices: [{ selections: 'all', chance: '2/11', push: '0/1', odds: 5_390 }],
  })
  expect(eleven['ball_big_small']).toMatchObject({
    prices: [{ selections: ['big', 'small'], chance: '5/11', push: '1/11', odds: 1_960 }],
  })
})

test('the hash is SHA-256 of the canonical text, differs by game and changes with any limit', () => {
  expect(canonicalHash(dice())).toBe(createHash('sha256').update(canonical(dice())).digest('hex'))
  const hashes = games.map((game) => canonicalHash(rulesDocument(game, defaultLimits)))
  expect(new Set(hashes).size).toBe(games.length)
  const tighter = { ...defaultLimits, minStake: 2_00n as Cents }
  expect(canonicalHash(rulesDocument(games[0], tighter))).not.toBe(hashes[0])
})

test('the limits of a draw are read from the rules as they were published', () => {
  const own = { ...defaultLimits, minStake: 2_00n as Cents, maxHouseExposure: 7_777_77n as Cents }
  for (const limits of [defaultLimits, own]) {
    expect(limitsIn(JSON.parse(canonical(rulesDocument(games[0], limits))) as Json)).toEqual(limits)
  }
})

test('the published rules do not change unnoticed: whoever changes them changes these hashes too', () => {
  expect(games.map((game) => canonicalHash(rulesDocument(game, defaultLimits)).slice(0, 16))).toEqual([
    'b55bb1af565491f3',
    '89eaa2d2b4064875',
    'f5dfe38922f0a72d',
    '0ea70b0c19995d9f',
    'a6d0e02caab17f9c',
    'cfe09b9d43ec076c',
    '241ff4e232ed4ed1',
    'b84dbd01e0dbc0fc',
    'f8f6763efc7a9476',
  ])
})

test('selections priced alike are gathered in order of appearance', () => {
  const groups = priceGroups(findMarket('k3.sum_combo')!)
  expect(groups.map(({ selections }) => selections)).toEqual([
    ['big_odd', 'small_even'],
    ['big_even', 'small_odd'],
  ])
})
