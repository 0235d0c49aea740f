import { placeBets } from '#contract/play/bets'
import type { Facts } from '#contract/refusals'
import { stakeOf } from '#core/games/bets'
import { formatCents, sumCents } from '#core/money/cents'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import type { App } from '../../../world/app.ts'
import type { OpenPeriod } from '../../../world/members/betting.ts'
import type { Slip } from '../../../world/members/betting.ts'
import { saltFrom } from '../receipts.ts'
import { bettingStop } from '../../../services/beacon/betting-stop.ts'
import { type Alone, handleAlone } from '../../../services/calls/handle.ts'
import { Refusal } from '../../../world/refusal.ts'
import { certifiedName } from '../../certifications/certified-name.ts'
import { stopOf } from '../../game-stops/game-stops.ts'
import { exclusionFacts, isExcluded } from '../../exclusions/exclusions.ts'
import { betsUnderKey } from '../showing/queries.ts'
import { type Answer, answerAgain, answerRefused, slipName } from './answer-refused.ts'
import { readSlip } from './read-slip.ts'

type Context = Alone<typeof placeBets>

export const placeBetsHandler = handleAlone(placeBets, async (context) => {
  const { underWay } = context.app.betting
  const name = slipName(context)
  underWay.set(name, (underWay.get(name) ?? 0) + 1)
  try {
    return await place(context).catch((error: unknown) => {
      if (error instanceof Refusal) return answerRefused(context, error)
      throw error
    })
  } finally {
    const copies = underWay.get(name)! - 1
    if (copies > 0) underWay.set(name, copies)
    else underWay.delete(name)
  }
})

/**
 * Decides here everything that needs no lock. The database decides session, balance, closing time, account status and whether
 * the idempotency key is new, for all slips of a batch together.
 */
async function place(context: Context): Promise<Answer> {
  const { app, input, caller, key, token, refuse } = context
  const { betting } = app
  const period = (await betting.openPeriod(input.drawId)) ?? refuse('draw_unknown')
  const bets = readSlip(input, period)
  const bettor = (await betting.bettor(caller.playerId)) ?? refuse(await withoutMoney(context))
  const slip: Slip = {
    payer: bettor.account,
    owner: bettor.account,
    playerId: caller.playerId,
    token,
    isCertified: bettor.isCertified,
    key,
    periodId: period.id,
    bets,
    salts: bets.map(() => saltFrom(app)),
  }
  const shut = shutReason(context, period)
  const books = shut ? null : await period.books()
  const exposed = books ? await books.enter(slip) : null
  if (shut || exposed) {
    // Whoever excluded themselves is told that, and not that the draw has closed.
    if (await isExcludedNow(context)) return refuseExcluded(context)
    if (shut) return shut()
    return refuse(
      exposed!,
      exposed === 'player_payout_too_large' ? { max: formatCents(period.limits.maxPlayerPayout) } : {},
    )
  }
  const { placed, earlier } = await placeOrFind(context, slip, period).catch((error: unknown) => {
    books!.leave(slip)
    throw error
  })
  if (placed.outcome === 'accepted') {
    bettor.isCertified = true
    return { stake: sumCents(slip.bets.map(stakeOf)), receipts: [...placed.receipts] }
  }
  books!.leave(
    slip,
    earlier?.map(({ bet }) => bet),
  )
  if (earlier) return answerAgain(context, earlier)
  if (placed.outcome === 'game_stopped') return refuse('game_stopped', await whyStopped(app, period))
  if (placed.outcome === 'excluded') return refuseExcluded(context)
  if (placed.outcome === 'session_ended') throw new Refusal('session_broken')
  return refuse(refusalFor(placed.outcome))
}

/** The outcome of a slip, with the bets that are stored under its key where that was used before. */
async function placeOrFind({ app, nowMs }: Context, slip: Slip, period: OpenPeriod) {
  const placed = await app.betting.place(slip, period)
  return {
    placed,
    earlier: placed.outcome === 'repeated' ? await betsUnderKey(app.db.query, { ...slip, nowMs }) : null,
  }
}

/** A player without money who is not certified could not bet with money either, so certification is named first. */
async function withoutMoney({ app, caller }: Context) {
  return (await certifiedName(app.db.query, caller.playerId)) === null
    ? 'certification_required'
    : 'insufficient_balance'
}

async function isExcludedNow({ app, caller, nowMs }: Context): Promise<boolean> {
  const player = await app.db.query
    .selectFrom('player')
    .select('excluded_until')
    .where('id', '=', caller.playerId)
    .executeTakeFirstOrThrow()
  return isExcluded(player, nowMs)
}

async function refuseExcluded({ app, caller, nowMs, refuse }: Context): Promise<never> {
  return refuse('player_excluded', await exclusionFacts(app.db.query, caller.playerId, nowMs))
}

/** Why the period takes no bets, as far as this node knows; null where the database has to decide. */
function shutReason({ app, nowMs, beacon, refuse }: Context, { opensAtMs, closesAtMs, round }: OpenPeriod) {
  if (nowMs < opensAtMs || nowMs >= closesAtMs || beacon.fences(round)) return () => refuse('betting_closed')
  const stop = bettingStop(app)
  return stop ? () => refuse('betting_stopped', { stop }) : null
}

/** The reason as it is now; none if the stop was lifted a moment ago. */
async function whyStopped({ db }: App, { game }: OpenPeriod): Promise<Facts> {
  const stop = await stopOf(db.query, game)
  return stop ? { why: stop.why } : {}
}

function refusalFor(outcome: string) {
  switch (outcome) {
    case 'betting_closed':
    case 'certification_required':
    case 'insufficient_balance':
    case 'loss_limit_reached':
    case 'stake_limit_reached':
      return outcome
    default:
      return actionRefusal(outcome as AccountStatus, 'bet')!
  }
}
