import { type Json, canonical } from '../fairness/canonical.ts'
import type { Cents } from '../money/cents.ts'
import type { Limits } from '../rules/stake-limits.ts'
import type { Game } from './catalogue.ts'
import { type Fraction, formatFraction, parseFraction } from './chance.ts'
import { drawShapes } from './draw-shape.ts'
import { families } from './families.ts'
import { utcOffsetMs } from './game-families.ts'
import type { Market } from './market.ts'
import { coarseFrom, coarseStep, pricesOf, returnPolicy } from './odds.ts'

/** Everything a payout depends on, as published: money in cents, odds per 1000. */
export function rulesDocument(game: Game, limits: Limits): Json {
  const { pool, places, isDistinct } = drawShapes[game.family]
  return {
    v: 1,
    game: game.code,
    family: game.family,
    draw: { pool, places, distinct: isDistinct, order: 'kept', chance: 'every outcome equally likely' },
    schedule: {
      utcOffsetSec: utcOffsetMs / 1_000,
      intervalSec: game.intervalSec,
      firstDrawSec: game.firstDrawSec,
      drawsPerDay: game.drawsPerDay,
      closeBeforeSec: game.closeBeforeSec,
    },
    odds: {
      include: 'stake',
      formula: 'percent / 100 * (1 - push) / chance, rounded down to step',
      returnPolicy: returnPolicy.map(({ chanceAtLeast, percent }) => ({
        chanceAtLeast: formatFraction(chanceAtLeast),
        percent: Number(percent),
      })),
      step: 10,
      coarseFrom: Number(coarseFrom) * 10,
      coarseStep: Number(coarseStep) * 10,
    },
    payout: {
      win: 'per line: stake * odds / 1000, rounded down to a whole cent',
      lose: '0',
      push: 'the stake',
      void: 'a draw that was not closed in time, or whose beacon nobody had for 604800 s, returns every stake',
      lines: 'n numbers in a market that picks k in free order are C(n, k) lines, each with the stake',
    },
    limits: limitsDocument(limits),
    markets: Object.fromEntries(families[game.family].markets.map((market) => [market.code, marketDocument(market)])),
  }
}

type LimitsDocument = {
  readonly minStake: number
  readonly maxStakes: readonly { readonly chanceAtLeast: string; readonly maxStake: number }[]
  readonly maxPlayerPayout: number
  readonly maxHouseExposure: number
}

/** The limits of a draw, from the rules it was published with. */
export function limitsIn(rules: Json): Limits {
  const { limits } = rules as { limits: LimitsDocument }
  const cents = (amount: number) => BigInt(amount) as Cents
  return {
    minStake: cents(limits.minStake),
    maxStakes: limits.maxStakes.map(({ chanceAtLeast, maxStake }) => ({
      chanceAtLeast: parseFraction(chanceAtLeast),
      maxStake: cents(maxStake),
    })),
    maxPlayerPayout: cents(limits.maxPlayerPayout),
    maxHouseExposure: cents(limits.maxHouseExposure),
  }
}

/** What of published rules a bet is checked against. */
export type PublishedRules = {
  readonly limits: Limits
  /** Whether these rules sell the market exactly as this code does: same rule, selections and odds. */
  sells(market: Market): boolean
}

/**
 * Reads rules as they were published. Draws are published a day and a half ahead, so a newer release may know other markets or
 * odds than a draw that is open: a bet on those would be taken at terms that nobody published and nobody could check.
 */
export function readRules(rules: Json): PublishedRules {
  const { markets } = rules as { markets: { readonly [code: string]: Json } }
  const known = new Map<Market, boolean>()
  const isSame = (market: Market) => {
    const published = markets[market.code]
    return published !== undefined && canonical(published) === canonical(marketDocument(market))
  }
  return {
    limits: limitsIn(rules),
    sells: (market) => {
      // Pricing every market of a family takes a tenth of a second, so each is compared when the first bet on it comes.
      const sells = known.get(market) ?? isSame(market)
      known.set(market, sells)
      return sells
    },
  }
}

function limitsDocument(limits: Limits): LimitsDocument {
  return {
    minStake: Number(limits.minStake),
    maxStakes: limits.maxStakes.map(({ chanceAtLeast, maxStake }) => ({
      chanceAtLeast: formatFraction(chanceAtLeast),
      maxStake: Number(maxStake),
    })),
    maxPlayerPayout: Number(limits.maxPlayerPayout),
    maxHouseExposure: Number(limits.maxHouseExposure),
  }
}

function marketDocument(market: Market): Json {
  const { picks } = market
  return {
    rule: market.en,
    tie: market.tie,
    positions: market.positions,
    picks: picks ? { size: picks.size, order: picks.order } : null,
    prices: priceGroups(market).map(({ selections, win, push, oddsHundredths }) => ({
      // Picked numbers are all priced alike, and listing them would make the document ten times as long.
      selections: picks ? 'all' : selections,
      chance: formatFraction(win),
      push: formatFraction(push),
      odds: oddsHundredths * 10,
    })),
  }
}

/** Selections that are priced alike. */
export type PriceGroup = {
  readonly selections: readonly string[]
  readonly win: Fraction
  readonly push: Fraction
  readonly oddsHundredths: number
  readonly playerReturn: Fraction
}

/** The selections of a market gathered by price, in order of their first selection. */
export function priceGroups(market: Market): readonly PriceGroup[] {
  const groups = new Map<string, PriceGroup & { readonly selections: string[] }>()
  for (const [selection, { chance, oddsHundredths, playerReturn }] of pricesOf(market)) {
    const key = `${formatFraction(chance.win)} ${formatFraction(chance.push)}`
    const group = groups.get(key) ?? { selections: [], ...chance, oddsHundredths, playerReturn }
    group.selections.push(selection)
    groups.set(key, group)
  }
  return [...groups.values()]
}
