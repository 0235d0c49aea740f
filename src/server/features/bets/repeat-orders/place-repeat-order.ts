import { placeRepeatOrder } from '#contract/play/bets'
import type { Json } from '#core/fairness/canonical'
import { stakeOf } from '#core/games/bets'
import { games } from '#core/games/catalogue'
import { readRules } from '#core/games/rules'
import { repeatOrderHeld } from '#core/ledger/postings'
import { multiplyCents, sumCents } from '#core/money/cents'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { handle } from '../../../services/calls/handle.ts'
import { bettingStop } from '../../../services/beacon/betting-stop.ts'
import { post } from '../../../services/ledger/post.ts'
import { lockPlayer } from '../../../services/people/find-player.ts'
import { exclusionFacts, isExcluded } from '../../exclusions/exclusions.ts'
import { stopOf } from '../../game-stops/game-stops.ts'
import { playLimitRefusal } from '../../play-limits/play-limits.ts'
import { readSlip } from '../placing/read-slip.ts'
import { repeatOrderEvents, wireBets } from './repeat-order-row.ts'

/** Holds the whole stake. A job places the bets, period after period, by the rules of every other bet. */
export const placeRepeatOrderHandler = handle(
  placeRepeatOrder,
  async ({ tx, caller, input, nowMs, beacon, witnesses, random, refuse, publish }) => {
    const period = await tx
      .selectFrom('period')
      .innerJoin('rules_document', 'hash', 'rules_hash')
      .select(['id', 'game', 'closes_at', 'status', 'rules_hash', 'document'])
      .where('draw_id', '=', input.drawId)
      .executeTakeFirst()
    if (!period) return refuse('draw_unknown')
    if (period.status !== 'scheduled' || period.closes_at.getTime() <= nowMs) refuse('betting_closed')
    const stopped = bettingStop({ beacon, witnesses })
    if (stopped) refuse('betting_stopped', { stop: stopped })
    const bets = readSlip(input, {
      family: games.find(({ code }) => code === period.game)!.family,
      rulesHash: period.rules_hash,
      ...readRules(JSON.parse(period.document) as Json),
    })
    const stop = await stopOf(tx, period.game)
    if (stop) refuse('game_stopped', { why: stop.why })
    // Locked, so that an exclusion begun at the same time either comes first or finds the repeat order.
    const player = await lockPlayer(tx, caller.playerId)
    const refusal = actionRefusal(player.status as AccountStatus, 'bet')
    if (refusal) refuse(refusal)
    if (isExcluded(player, nowMs)) refuse('player_excluded', await exclusionFacts(tx, player.id, nowMs))
    const passed = await tx
      .selectFrom('certification')
      .select('id')
      .where('player_id', '=', caller.playerId)
      .where('status', '=', 'passed')
      .executeTakeFirst()
    if (!passed) refuse('certification_required')
    const stake = sumCents(bets.map(stakeOf))
    const held = multiplyCents(stake, input.periods)
    const limit = player.is_limited ? await playLimitRefusal(tx, { playerId: player.id, total: held, nowMs }) : null
    if (limit) refuse(limit)
    const id = random.uuid()
    await post(tx, { id, kind: 'repeat_order_hold', postings: repeatOrderHeld(caller.playerId, held), atMs: nowMs })
    await tx
      .insertInto('repeat_order')
      .values({
        id,
        player_id: caller.playerId,
        game: period.game,
        rules_hash: period.rules_hash,
        bets: JSON.stringify(wireBets(input.bets)),
        stake,
        periods: input.periods,
        left_over: input.periods,
        stops_on_win: input.stopsOnWin,
        first_period: period.id,
        created_at: new Date(nowMs),
      })
      .execute()
    for (const event of repeatOrderEvents({ id, player_id: caller.playerId })) publish(event)
    return { id, held }
  },
)
