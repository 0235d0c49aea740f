import { sql } from 'kysely'
import { type Policy, type Witness, reachesQuorum } from '#core/fairness/tlog/policy'
import type { Queryable } from '../../world/members/database.ts'

export type Cosignature = { readonly witness: string; readonly line: string; readonly signed_at: Date }

/** A checkpoint and what witnesses signed for it. */
export type Seen = {
  readonly size: number
  readonly note: string
  readonly cosignatures: readonly Cosignature[]
  /** Whether enough of them had signed, by the policy of that time. */
  readonly isWitnessed: boolean
}

/** The first checkpoint with the record in it that enough witnesses cosigned; while there is none, the first that any of them did. */
export async function seenCheckpoint(db: Queryable, index: number): Promise<Seen | null> {
  const { rows } = await sql<{ size: bigint; is_witnessed: boolean }>`
    (select size, true as is_witnessed from witnessed_checkpoint where size > ${index} order by size limit 1)
    union all (select size, false from log_cosignature where size > ${index} order by size limit 1)
    limit 1`.execute(db)
  const [first] = rows
  if (!first) return null
  const { note } = await db
    .selectFrom('log_checkpoint')
    .select('note')
    .where('size', '=', first.size)
    .executeTakeFirstOrThrow()
  return {
    size: Number(first.size),
    note,
    cosignatures: await cosignaturesOf(db, Number(first.size)),
    isWitnessed: first.is_witnessed,
  }
}

export function cosignaturesOf(db: Queryable, size: number): Promise<Cosignature[]> {
  return db
    .selectFrom('log_cosignature')
    .select(['witness', 'line', 'signed_at'])
    .where('size', '=', BigInt(size))
    .orderBy('witness')
    .execute()
}

/** A note with the lines of its witnesses below the operator's. */
export function withCosignatures(note: string, cosignatures: readonly Cosignature[]): string {
  return note + cosignatures.map(({ line }) => `${line}\n`).join('')
}

/** A cosignature counts for a draw if it is dated at least this long before the draw's round. */
export const leadMs = 1_000

/** Which of the policy's witnesses cosigned before a round, and when; and whether they are enough. */
export function inTime(policy: Policy, cosignatures: readonly Cosignature[], roundMs: number) {
  const signed = new Map<Witness, number>()
  for (const witness of policy.witnesses) {
    const found = cosignatures.find((each) => each.witness === witness.key.name)
    if (found && found.signed_at.getTime() <= roundMs - leadMs) signed.set(witness, found.signed_at.getTime())
  }
  const names = new Set([...signed.keys()].map(({ name }) => name))
  return { signed, isEnough: reachesQuorum(policy, names) }
}
