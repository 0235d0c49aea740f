import { sql } from 'kysely'
import type { SignalRule, SignalSettings } from '#core/signals/rules'
import type { App } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import { transaction } from '../../db/database.ts'
import { lockSignals, placeHolds } from './holds.ts'
import type { Finding } from './rule.ts'

type Recorded = { readonly rule: SignalRule; readonly finding: Finding; readonly signals: SignalSettings }

/**
 * Writes a finding down as a signal, unless the same fact has one, in the open case of one of its players or in a new case. Returns
 * whether it is new.
 */
export function recordSignal(
  { db, clock, random }: Pick<App, 'db' | 'clock' | 'random'>,
  { rule, finding, signals }: Recorded,
): Promise<boolean> {
  return transaction(db, random, async (tx) => {
    await lockSignals(tx)
    if (await isKnown(tx, rule, finding.fact)) return false
    const nowMs = clock.nowMs()
    const due = new Date(nowMs + signals.promisedMs)
    const caseId = (await reopenForLooking(tx, finding, due)) ?? (await openCase(tx, { id: random.uuid(), nowMs, due }))
    const { id } = await tx
      .insertInto('signal')
      .values({
        rule,
        fact: finding.fact,
        case_id: caseId,
        facts: JSON.stringify(finding.facts),
        points: signals.points[rule],
        at: finding.at,
        found_at: new Date(nowMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const players = finding.playerIds.map((player_id) => ({ player_id, signal_id: id, case_id: caseId }))
    await tx.insertInto('signal_player').values(players).execute()
    if (signals.holds.includes(rule)) await placeHolds(tx, { playerIds: finding.playerIds, nowMs, signals })
    return true
  })
}

async function isKnown(tx: Tx, rule: SignalRule, fact: string): Promise<boolean> {
  const known = tx.selectFrom('signal').select('id').where('rule', '=', rule).where('fact', '=', fact)
  return (await known.executeTakeFirst()) !== undefined
}

/** The oldest open case about one of the players. It has something new now, so nobody has looked at all of it. */
async function reopenForLooking(tx: Tx, { playerIds }: Finding, due: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update signal_case set looked_at = null, due_at = least(due_at, ${due}) where state <> 'closed' and id = (
      select signal_case.id from signal_player join signal_case on signal_case.id = case_id
      where player_id = any (${playerIds}::uuid[]) and state <> 'closed' order by number limit 1)
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

type Opened = { readonly id: string; readonly nowMs: number; readonly due: Date }

async function openCase(tx: Tx, { id, nowMs, due }: Opened): Promise<string> {
  const at = new Date(nowMs)
  await tx.insertInto('signal_case').values({ id, opened_at: at, due_at: due }).execute()
  await tx.insertInto('signal_case_step').values({ case_id: id, step: 'opened', at }).execute()
  return id
}
