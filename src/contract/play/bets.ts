import * as z from 'zod/mini'
import { DrawId } from './draws.ts'
import { endpoint } from '../endpoint.ts'
import { GameName } from './games.ts'
import { Amount, Instant, atMost, pageInput, pageOf, storable } from '../wire.ts'

/** A bet as chosen: the play with its place, `pk10.position_number@3`; the odds as shown, in hundredths. */
const ChosenBet = z.strictObject({
  play: z.string('bet_unknown').check(atMost(60, 'bet_unknown'), storable),
  selection: z.string('bet_unknown').check(atMost(60, 'bet_unknown'), storable),
  /** For each of its lines. */
  stake: Amount,
  odds: z.int(),
})

/** The operator's signed word that the bet was taken, as the verifier reads it. */
/** A proof file (`.tlog-proof`): the bet, its place in the batch it was taken with, and the batch’s signed root. */
const Receipt = z.string()

/** Bets on one slip; more are another slip. */
const betsMost = 100

/** Why a slip is refused, on one draw or on several. */
const slipRefusals = [
  'account_abnormal',
  'account_frozen',
  'account_restricted',
  'account_staff',
  'amount_missing',
  'amount_abnormal',
  'bet_unknown',
  'betting_closed',
  'certification_required',
  'draw_unknown',
  'game_stopped',
  'insufficient_balance',
  'loss_limit_reached',
  'money_stopped',
  'odds_changed',
  'player_excluded',
  'stake_limit_reached',
  'stake_too_large',
  'stake_too_small',
] as const

export const placeBets = endpoint({
  method: 'POST',
  path: '/bets',
  summary: 'Place bets on one draw: all of them or none. What is accepted cannot be taken back',
  who: 'player',
  input: z.strictObject({
    drawId: DrawId,
    /** The hash of the rules that were shown. */
    rules: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    bets: z.array(ChosenBet).check(z.minLength(1), z.maxLength(betsMost)),
  }),
  output: z.strictObject({ stake: Amount, receipts: z.array(Receipt) }),
  refuses: [...slipRefusals, 'betting_stopped', 'house_exposure_too_large', 'player_payout_too_large'],
  limit: 'bet',
  once: true,
})

/** Periods of one repeat order. */
const periodsMost = 50

export const placeRepeatOrder = endpoint({
  method: 'POST',
  path: '/repeat-orders',
  summary: 'The same slip on this draw and those after it: the whole stake is held now, and never grows',
  who: 'player',
  input: z.extend(placeBets.input, {
    periods: z.int().check(z.minimum(2), z.maximum(periodsMost)),
    stopsOnWin: z.boolean(),
  }),
  output: z.strictObject({ id: z.uuid(), held: Amount }),
  refuses: [...slipRefusals, 'betting_stopped'],
  limit: 'write',
  once: true,
})

const repeatOrderStatuses = ['running', 'done', 'won', 'cancelled', 'stopped'] as const

const RepeatOrder = z.strictObject({
  id: z.uuid(),
  game: GameName,
  bets: z.array(ChosenBet),
  /** On each draw. */
  stake: Amount,
  periods: z.int(),
  placed: z.int(),
  /** Still held for draws to come. */
  held: Amount,
  stopsOnWin: z.boolean(),
  /** `stopped` where the rules changed or the account may not bet any more. */
  status: z.enum(repeatOrderStatuses),
  createdAt: Instant,
})

export const listRepeatOrders = endpoint({
  method: 'GET',
  path: '/repeat-orders',
  summary: 'The player’s own repeat orders, newest first',
  who: 'player',
  input: z.strictObject(pageInput),
  output: pageOf(RepeatOrder),
  refuses: [],
  limit: 'read',
})

export const cancelRepeatOrder = endpoint({
  method: 'DELETE',
  path: '/repeat-orders/:id',
  summary: 'Stop a repeat order: what is held for draws to come is free again; bets that were placed stay',
  who: 'player',
  input: z.strictObject({ id: z.string().check(atMost(60, 'repeat_order_unknown'), storable) }),
  output: z.strictObject({ freed: Amount }),
  refuses: ['repeat_order_unknown', 'repeat_order_over', 'money_stopped'],
  limit: 'write',
})

/** Betting in progress until the draw closes, pending settlement until it is paid, completed then. */
const betStates = ['betting', 'pending', 'completed'] as const
const betOutcomes = ['win', 'lose', 'push', 'void'] as const

const Bet = z.strictObject({
  /** The draw and the bet's number in it. */
  id: z.string(),
  drawId: DrawId,
  game: GameName,
  issue: z.string(),
  play: z.string(),
  selection: z.string(),
  lines: z.int(),
  stakePerLine: Amount,
  stake: Amount,
  odds: z.int(),
  at: Instant,
  drawsAt: Instant,
  state: z.enum(betStates),
  /** Null until the draw has ended. */
  outcome: z.nullable(z.enum(betOutcomes)),
  payout: Amount,
  /** Its share, by stake, of the rebate on the player’s bets on the draw; nothing until that was paid. */
  rebate: Amount,
  result: z.nullable(z.array(z.int())),
})

export const listBets = endpoint({
  method: 'GET',
  path: '/bets',
  summary: 'The player’s own bets, the latest draw first',
  who: 'player',
  input: z.strictObject({
    ...pageInput,
    game: z.optional(GameName),
    state: z.optional(z.enum(betStates)),
    outcome: z.optional(z.enum(betOutcomes)),
    /** Placed from this instant on, and before that one. */
    from: z.optional(Instant),
    until: z.optional(Instant),
  }),
  output: pageOf(Bet),
  refuses: [],
  limit: 'read',
})

export const stakesInPlay = endpoint({
  method: 'GET',
  path: '/bets/in-play',
  summary:
    'What the player has staked on draws that are not settled yet or set aside in repeat orders, and the game they bet on last',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({ stakes: Amount, lastGame: z.nullable(GameName) }),
  refuses: [],
  limit: 'read',
})

export const getBet = endpoint({
  method: 'GET',
  path: '/bets/:id',
  summary: 'One of the player’s own bets with its receipt',
  who: 'player',
  input: z.strictObject({ id: z.string().check(atMost(60, 'bet_unknown'), storable) }),
  output: z.extend(Bet, { receipt: Receipt }),
  refuses: ['bet_unknown'],
  limit: 'read',
})
