import { type Bet, type Choice, readSelection } from '#core/games/bets'
import { type Game, games } from '#core/games/catalogue'
import { formatFraction } from '#core/games/chance'
import { isResult } from '#core/games/draw-shape'
import { families } from '#core/games/families'
import type { Market } from '#core/games/market'
import { formatOdds, formatReturn } from '#core/games/odds'
import { playTable } from '#core/games/play-names'
import { priceGroups } from '#core/games/rules'
import { settle, type Verdict } from '#core/games/settle'
import { type Cents, formatCents, parseCents } from '#core/money/cents'
import { defaultLimits } from '#core/rules/stake-limits'

/**
 * Settles one bet given as `{family, market, position, selection, odds, stake, result}`: position is null or left out where the
 * market has none; odds and stake are text with two decimal places. Throws an Error that says what is wrong.
 */
export function settleLine(value: unknown): { verdict: Verdict; payout: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('a line must be an object')
  const line = value as Readonly<Record<string, unknown>>
  const bet = readBet(line)
  if (!isResult(bet.market.family, line.result))
    throw new Error(`result ${JSON.stringify(line.result)} is no draw of ${bet.market.family}`)
  const { verdict, payout } = settle(bet, line.result)
  return { verdict, payout: formatCents(payout) }
}

function readBet(line: Readonly<Record<string, unknown>>): Bet {
  const choice: Choice = {
    family: text(line, 'family'),
    market: text(line, 'market'),
    position: positionIn(line),
    selection: text(line, 'selection'),
  }
  const selection = readSelection(choice) ?? readSelection({ ...choice, selection: padded(choice) })
  if (!selection)
    throw new Error(`nothing is sold as ${choice.family}.${choice.market}@${choice.position} "${choice.selection}"`)
  return { ...selection, oddsHundredths: Number(amount(line, 'odds')), stakePerLine: amount(line, 'stake') }
}

/** In the games of five from eleven, `1,5` may also be written for `01,05`. */
function padded({ family, selection }: Choice): string {
  if (family !== 'x11_5' || !selection.includes(',')) return selection
  return selection.replaceAll(/\b[1-9]\b/g, '0$&')
}

function text(line: Readonly<Record<string, unknown>>, field: string): string {
  const value = line[field]
  if (typeof value !== 'string') throw new Error(`${field} must be text`)
  return value
}

function positionIn(line: Readonly<Record<string, unknown>>): number | null {
  const position = line.position ?? null
  if (position !== null && typeof position !== 'number') throw new Error('position must be a number or null')
  return position
}

function amount(line: Readonly<Record<string, unknown>>, field: string): Cents {
  const cents = parseCents(text(line, field))
  if (cents === null || cents === 0n) throw new Error(`${field} must be above zero, with two places, as "1.96"`)
  return cents
}

/** The whole table: every family, market, chance, price and schedule, in the published form. */
export function oddsTable(): object {
  return {
    meta: {
      oddsInclude: 'stake (decimal odds)',
      rtpPolicy:
        'RTP on resolved stakes: 98% when win chance >= 1/12, 97% when >= 1/60, 96% below; odds floored to 0.01 (to 0.5 from 100 up) so the true RTP never exceeds the target',
      push: 'a push returns the stake exactly and is excluded from turnover and rebate',
      voidRule:
        'a draw that was not closed in time, or whose beacon nobody had for 7 days, is void: every stake on it is refunded',
      multiSelect: 'n numbers in a pick-k market = C(n,k) separate lines, each with its own stake',
    },
    specBetTypes: playTable,
    families: Object.fromEntries(
      Object.entries(families).map(([code, { zh, draw, markets }]) => [
        code,
        { zh, draw, markets: Object.fromEntries(markets.map((market) => [market.code, marketRow(market)])) },
      ]),
    ),
    games: games.map(gameRow),
    suggestedLimitsUSD: limitsRow(),
  }
}

function marketRow(market: Market): object {
  const { zh, en, plays, positions, tie, positionLabels } = market
  return {
    zh,
    en,
    ...(plays.length > 0 && { specBetTypes: plays }),
    ...(positions.length > 0 && { positions }),
    groups: groupRows(market),
    tie,
    ...(positionLabels.length > 0 && { positionLabels }),
  }
}

const pickForms = {
  ascending: 'numbers joined by commas, ascending',
  drawn: 'numbers joined by commas, in drawn order',
} as const

function groupRows(market: Market): readonly object[] {
  const { picks } = market
  return priceGroups(market).map(({ selections, win, push, oddsHundredths, playerReturn }) => ({
    ...(!picks && { sel: selections }),
    p: formatFraction(win),
    ...(push.over > 0n && { push: formatFraction(push) }),
    odds: formatOdds(oddsHundredths),
    rtp: formatReturn(playerReturn),
    ...(picks && { form: pickForms[picks.order], describes: picks.describes }),
  }))
}

function gameRow(game: Game): object {
  const { code, name, zh, family, intervalSec, drawsPerDay, closeBeforeSec, firstDrawSec } = game
  return {
    code,
    name,
    zh,
    family,
    intervalSec,
    firstDraw: clock(firstDrawSec),
    lastDraw: clock(firstDrawSec + (drawsPerDay - 1) * intervalSec),
    drawsPerDay,
    closeBeforeSec,
    // A game around the clock may have its draws shifted within the interval by the time of its first draw.
    offsetSec: firstDrawSec < intervalSec ? firstDrawSec : 0,
    tz: 'UTC+8 (no DST)',
  }
}

/** Seconds after midnight as a time of day. The midnight at the end of a day is written 24:00:00. */
function clock(sec: number): string {
  const isNextDay = sec > 86_400
  const ofDay = isNextDay ? sec - 86_400 : sec
  const parts = [Math.floor(ofDay / 3_600), Math.floor(ofDay / 60) % 60, ofDay % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + (isNextDay ? ' next day' : '')
}

function limitsRow(): object {
  const { minStake, maxStakes, maxPlayerPayout, maxHouseExposure } = defaultLimits
  const dollars = (cents: Cents): string => String(cents / 100n)
  const classes = maxStakes.map(({ chanceAtLeast, maxStake }, at) => {
    const isLast = chanceAtLeast.over === 0n
    const bound = isLast ? maxStakes[at - 1]!.chanceAtLeast : chanceAtLeast
    return [`p${isLast ? '<' : '>='}${formatFraction(bound)}`, dollars(maxStake)]
  })
  return {
    minBet: dollars(minStake),
    maxBet: Object.fromEntries(classes),
    maxPayoutPerIssuePerPlayer: dollars(maxPlayerPayout),
    maxHouseExposurePerIssue: dollars(maxHouseExposure),
  }
}
