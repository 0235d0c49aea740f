import type { Client } from 'pg'
import { parseReceipt } from '#core/fairness/receipt'
import { parsePolicy, type Policy } from '#core/fairness/tlog/policy'
import type { StepName, Verdict } from '#core/fairness/verify'
import { parseCents } from '#core/money/cents'
import { type KeptBet, verifyWith } from '#server/testing/draws/verify-draws'
import type { SimNode } from '../house/node.ts'
import { Witnesses } from '../house/witnesses.ts'
import type { Calm } from '../run/calm.ts'
import type { History } from '../people/history.ts'
import { inPlace } from '../world/context.ts'

/** A draw of the run that is over, by the house's own rows. */
export type EndedDraw = {
  readonly drawId: string
  readonly isDrawn: boolean
  readonly closesMs: number
  /** From the record of its close to its round; null where it ended without one. */
  readonly aheadMs: number | null
  readonly bets: number
}

/** The draws that ended since a moment and are settled. */
export async function settledDraws(admin: Client, fromMs: number): Promise<EndedDraw[]> {
  const { rows } = await admin.query<EndedDraw>(
    `select draw_id as "drawId", status = 'drawn' as "isDrawn", (extract(epoch from closes_at) * 1000)::float8 as "closesMs",
       (select extract(epoch from round_at - at) * 1000 from log_record where log_record.draw_id = period.draw_id and type = 'close')::float8 as "aheadMs",
       (select count(*)::int from bet where bet.period_id = period.id) as bets
     from period where ended_at >= $1 and settled_at is not null order by id`,
    [new Date(fromMs)],
  )
  return rows
}

/** The receipts that players got, by draw, each with what its bet was shown to have paid. */
export function keptBets(history: History, payouts: ReadonlyMap<string, string>) {
  const kept = new Map<string, KeptBet[]>()
  const problems: string[] = []
  for (const { who, input, answer } of history.accepted('bets.place')) {
    const { receipts } = answer as { receipts: string[] }
    if (receipts.length !== (input.bets as unknown[]).length) problems.push(`${who} got no receipt for a bet`)
    for (const text of receipts) {
      const receipt = parseReceipt(text)
      if (!receipt) {
        problems.push(`${who} got a receipt that is none`)
        continue
      }
      const { drawId, betId } = receipt.bet
      const paid = payouts.get(betId)
      kept.set(drawId, [
        ...(kept.get(drawId) ?? []),
        { receipt, paidToMe: paid === undefined ? null : parseCents(paid) },
      ])
    }
  }
  return { kept, problems }
}

/** For so long a node waits for a witness, who must have answered a second before the round. Where statements take seconds, a draw closes later. */
const askMs = 8_000
const isCalm = ({ closesMs, aheadMs }: EndedDraw, { fromMs, untilMs }: Calm) =>
  closesMs >= fromMs && closesMs < untilMs && (aheadMs === null || aheadMs >= askMs)

type Given = {
  readonly nowMs: number
  /** The log's key as the witnesses know it. */
  readonly pinnedKey: string
  /** While nothing breaks and the clock does not leap, every draw that closes has its witnesses. */
  readonly calm: Calm
  readonly kept: ReadonlyMap<string, readonly KeptBet[]>
}

/** Checks draws from the public files, the receipts and the witnesses' keys, by the function that `clearball-verify` calls. */
export async function checkDraws({ place, player }: SimNode, draws: readonly EndedDraw[], given: Given) {
  const read = async (path: string) => {
    const reply = await inPlace.run(place, async () => await player.inject({ method: 'GET', url: `/fair/${path}` }))
    if (reply.statusCode === 404) return null
    if (reply.statusCode !== 200) throw new Error(`${path} answers ${reply.statusCode}`)
    return new Uint8Array(reply.rawPayload)
  }
  const { nowMs, pinnedKey, calm, kept } = given
  const keptOf = (drawId: string) => kept.get(drawId) ?? []
  const policy = parsePolicy(Witnesses.policy()) as Policy
  const ids = draws.map(({ drawId }) => drawId)
  // Inside the node, so that its hashing is waited for.
  const verdicts = await inPlace.run(place, () => verifyWith(read, ids, { nowMs, pinnedKey, policy, keptOf }))
  // Without one, nothing would show that witnesses are asked at all.
  const unseen = draws.some((draw) => isCalm(draw, calm)) ? [] : ['no draw closed while nothing was broken']
  const problems = draws.flatMap((draw) => {
    const own = verdicts.filter(({ drawId }) => drawId === draw.drawId)
    const isPaidShown = keptOf(draw.drawId).every(({ paidToMe }) => paidToMe !== null)
    const about = {
      ...draw,
      isCalm: isCalm(draw, calm),
      hasReceipts: keptOf(draw.drawId).length > 0,
      isPaidShown,
    }
    return own.length === 0 ? [`${draw.drawId} got no verdict`] : own.flatMap((verdict) => unproven(verdict, about))
  })
  return [...unseen, ...problems]
}

type About = Pick<EndedDraw, 'isDrawn' | 'bets'> & {
  readonly isCalm: boolean
  readonly hasReceipts: boolean
  readonly isPaidShown: boolean
}

/** Steps that nobody takes here: the chain is the tests' own, and nobody listened to running heads. */
const notTaken: Partial<Record<StepName, string>> = {
  'public-beacon': 'operator-run-beacon',
  'running-heads-hold': 'no-running-head',
}

/** The steps of a settled draw that did not pass although they must: a step that nobody could take proves nothing. */
export function unproven({ drawId, steps }: Verdict, draw: About): string[] {
  const excused = new Set<string | null>([
    ...(draw.isDrawn ? [] : ['draw-void', 'draw-cancel', 'draw-skip', 'no-close']),
    ...(draw.bets > 0 ? [] : ['no-bets-file']),
    ...(draw.hasReceipts ? [] : ['no-receipt']),
    ...(draw.isPaidShown ? [] : ['no-payout-stated']),
  ])
  // Witnesses and nodes that fail leave a draw unseen in time. It is held all the same.
  const unseen = draw.isCalm ? [] : ['close-not-witnessed', 'ending-not-witnessed']
  return steps.flatMap(({ status, name, reason, facts }) => {
    if (name === 'bets-file-holds' && status === 'pass' && facts.bets !== draw.bets)
      return [`a draw does not verify: ${drawId} shows ${facts.bets} bets and has ${draw.bets}`]
    const isExcused = status === 'not-checked' && (notTaken[name] === reason || excused.has(reason))
    if (status === 'pass' || isExcused || unseen.includes(String(reason))) return []
    return [`a draw does not verify: ${drawId} ${name} ${status} ${reason} ${JSON.stringify(facts)}`]
  })
}
