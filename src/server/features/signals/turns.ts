import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import { type Place, type SourceName, placeBefore } from './sources.ts'

/**
 * Every event is looked at twice. The first look is a second later, when nearly everything of that moment is committed. A transaction that was open at that moment may commit an event with an
 * earlier instant later, so the second look follows when no such transaction can be left; it also repeats what failed.
 */
export const lanes = { soon: 1_000, sure: 5 * 60_000 } as const
export type Lane = keyof typeof lanes

/** Longer than a turn usually takes. A node that died holds its turn no longer than this. */
const leaseMs = 2 * 60_000

/** A house that gets rules for the first time is looked at this far back. */
const backMs = 7 * 24 * 3_600_000

type Turn = { readonly source: SourceName; readonly lane: Lane }

const nameOf = ({ source, lane }: Turn) => `${source}:${lane}`

/** Takes the turn to read a kind of events, unless another node has it; returns how far they were read. */
export async function takeTurn(
  { db, clock, node }: Pick<App, 'db' | 'clock' | 'node'>,
  turn: Turn,
): Promise<Place | null> {
  const nowMs = clock.nowMs()
  const [now, until] = [new Date(nowMs), new Date(nowMs + leaseMs)]
  const first = placeBefore(turn.source, new Date(nowMs - backMs))
  const { rows } = await sql<Place>`
    insert into signal_turn (name, seen_at, seen_id, holder, held_until)
    values (${nameOf(turn)}, ${first.at}, ${first.id}, ${node.id}, ${until})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
      where signal_turn.held_until is null or signal_turn.held_until <= ${now}
    returning seen_at::text as at, seen_id as id`.execute(db.query)
  return rows[0] ?? null
}

type Ended = {
  /** How far they were read when the turn was taken. */
  readonly from: Place
  /** How far events are read now. */
  readonly place: Place
  /** What went wrong; it does not keep the rules from reading on. */
  readonly failure: string | null
}

/**
 * Gives the turn back. Where it took longer than the lease, another node may look at the same events; whoever comes to the end first
 * moves the place on. If only the holder could, two nodes would take a slow batch from each other again and again.
 */
export async function endTurn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  turn: Turn,
  { from, place, failure }: Ended,
): Promise<void> {
  await sql`
    update signal_turn set seen_at = ${place.at}::timestamptz, seen_id = ${place.id}, holder = null, held_until = null,
      failed_at = coalesce(${failure === null ? null : new Date(clock.nowMs())}::timestamptz, failed_at),
      failure = coalesce(${failure?.slice(0, 500) ?? null}, failure)
    where name = ${nameOf(turn)} and (seen_at, seen_id) = (${from.at}::timestamptz, ${from.id})`.execute(db.query)
}
