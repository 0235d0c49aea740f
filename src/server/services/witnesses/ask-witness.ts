import { sql } from 'kysely'
import { toBase64 } from '#core/fairness/tlog/base64'
import { parseSize } from '#core/fairness/tlog/checkpoint'
import { cosignedAt } from '#core/fairness/tlog/cosignature'
import { formatSignature, parseNote, parseSignatures, signaturesBy } from '#core/fairness/tlog/note'
import type { Policy, Witness } from '#core/fairness/tlog/policy'
import type { App } from '../../world/app.ts'
import { readAtMost } from '../../world/work/read-at-most.ts'
import { consistencyOf } from '../fairness/log-tree.ts'
import { newestCheckpoint } from '../fairness/public-log.ts'
import { verifier } from '../fairness/sign-note.ts'
import { areEnough } from './quorum.ts'

/** A draw closes at least nine seconds before its round, and a witness must have answered a second before it. */
const answerMs = 7_000
const answerBytes = 64 * 1_024
/** A witness that fails is left alone for a second, then for two, and so on up to this. */
const pauseMostMs = 30_000
/** How often it is asked again at once because it has seen another size than our notes say. */
const againMost = 3
/** A witness waits so long for others to cosign what it cosigned last, before it is asked about a newer checkpoint. */
const waitsMs = 2_000
const cosignatureLock = 7_261_027

type Given = Pick<App, 'config' | 'clock' | 'db' | 'log' | 'memory'>
type Asked = {
  readonly policy: Policy
  readonly witness: Witness
  /** Called with every cosignature that was kept. */
  onSigned(): Promise<void>
  /** Whether another one may be asked now, or is. */
  mayOthersSign(): boolean
}
type Checkpoint = NonNullable<Awaited<ReturnType<typeof newestCheckpoint>>>

/** Asks one witness, one request at a time. No other witness waits for it. */
export type Asker = {
  /** Asks about this checkpoint, once the question under way is answered. */
  ask(newest: Promise<Checkpoint | null>): void
  /** Whether it may be asked now: one that failed is left alone for a while. */
  mayAsk(): boolean
  running(): Promise<void> | null
  close(): Promise<void>
}

export function openAsker(given: Given, asked: Asked): Asker {
  const { clock, log } = given
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let wanted: Promise<Checkpoint | null> | null = null
  let [failures, notBeforeMs] = [0, 0]
  const run = async () => {
    while (wanted) {
      const newest = wanted
      wanted = null
      try {
        // After a failure about the newest, since it may never cosign one of a key or a name that is no longer in use.
        const isNew = await askOnce(given, { ...asked, newest, follows: failures === 0 }, stopping.signal)
        failures = 0
        if (isNew) await asked.onSigned()
      } catch (error) {
        failures++
        notBeforeMs = clock.steadyMs() + Math.min(pauseMostMs, 500 * 2 ** failures)
        if (stopping.signal.aborted) {
          wanted = null
          return
        }
        const failure = error instanceof WitnessFailure ? error.message : String(error)
        log.warn({ witness: asked.witness.name, failure }, 'a witness did not cosign the public log')
        await noteFailure(given, asked.witness, failure).catch(() => undefined)
      }
    }
  }
  const start = () => {
    running ??= run().finally(() => {
      running = null
      // Wanted again after the last look at it, and before this.
      if (wanted) start()
    })
  }
  const mayAsk = () => asked.witness.url !== null && !stopping.signal.aborted && clock.steadyMs() >= notBeforeMs
  return {
    mayAsk,
    ask: (newest) => {
      if (!mayAsk()) return
      wanted = newest
      start()
    },
    running: () => running,
    close: async () => {
      stopping.abort()
      await running
    },
  }
}

class WitnessFailure extends Error {}

type Question = Asked & { readonly newest: Promise<Checkpoint | null>; readonly follows: boolean }

/** Whether it cosigned a checkpoint that it had not seen. */
async function askOnce(given: Given, asked: Question, stopping: AbortSignal): Promise<boolean> {
  const { policy, witness, newest, follows } = asked
  const { db, clock } = given
  const { known, signedMs, witnessed, seen } = await stateOf(given, witness)
  const isPending = known > witnessed && policy.quorum !== null && Math.abs(clock.nowMs() - signedMs) < waitsMs
  if (follows && !seen && isPending && asked.mayOthersSign()) return false
  let checkpoint = follows && seen ? seen : await newest
  if (!checkpoint || known >= checkpoint.size) return false
  const beganMs = clock.steadyMs()
  let answer = await send(given, { witness, checkpoint, old: known, stopping })
  for (let again = 0; answer.status === 409 && again < againMost; again++) {
    const size = parseSize(answer.text.trim())
    if (size === null) throw new WitnessFailure('it answers 409 without a size')
    // Another node may have asked it about a newer one meanwhile.
    if (size > checkpoint.size) checkpoint = (await newestCheckpoint(db.query))!
    // Its word alone stops nothing: whoever runs a witness could then stop the house.
    if (size > checkpoint.size)
      throw new WitnessFailure(`it has seen ${size} records of this log, and the database has ${checkpoint.size}`)
    answer = await send(given, { witness, checkpoint, old: size, stopping })
  }
  if (answer.status !== 200) throw new WitnessFailure(`it answers ${answer.status}`)
  await keep(given, { policy, witness, checkpoint, answer: answer.text, delayMs: clock.steadyMs() - beganMs })
  return true
}

type Sending = {
  readonly witness: Witness
  readonly checkpoint: Checkpoint
  readonly old: number
  readonly stopping: AbortSignal
}

async function send({ db }: Given, { witness, checkpoint, old, stopping }: Sending) {
  const proof = await consistencyOf(db.query, old, checkpoint.size)
  const body = `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint.note}`
  const address = `${witness.url!.replace(/\/+$/, '')}/add-checkpoint`
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(answerMs)])
  try {
    const answer = await fetch(address, { method: 'POST', body, signal, redirect: 'error' })
    const text = await readAtMost(answer, answerBytes)
    if (text === null) throw new WitnessFailure('its answer is too long')
    return { status: answer.status, text }
  } catch (cause) {
    if (cause instanceof WitnessFailure) throw cause
    const isSlow = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new WitnessFailure(isSlow ? `no answer within ${answerMs / 1_000} s` : 'it cannot be reached', { cause })
  }
}

type Answered = Pick<Asked, 'policy' | 'witness'> & {
  readonly checkpoint: Checkpoint
  readonly answer: string
  readonly delayMs: number
}

/** Keeps a cosignature that holds, and notes when enough witnesses have signed. */
async function keep(given: Given, { policy, witness, checkpoint, answer, delayMs }: Answered): Promise<void> {
  const { db, clock, memory } = given
  const { text } = parseNote(checkpoint.note)!
  const signatures = parseSignatures(answer)
  const note = signatures && { text, signatures }
  const seconds = note && cosignedAt(note, [witness], verifier(memory.publicKeys))?.get(witness)
  if (!note || !seconds) throw new WitnessFailure('its answer is not its cosignature')
  const size = BigInt(checkpoint.size)
  const now = new Date(clock.nowMs())
  const line = formatSignature(signaturesBy(note, witness.key)[0]!)
  const signed = { size, witness: witness.key.name, line, signed_at: new Date(seconds * 1_000), received_at: now }
  await db.query.transaction().execute(async (tx) => {
    // One at a time: of two that sign at the same moment, neither would see the other's line, and nobody would count both.
    await sql`select pg_advisory_xact_lock(${cosignatureLock})`.execute(tx)
    await tx
      .insertInto('log_cosignature')
      .values(signed)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql`
      insert into witness_state (witness, size, cosigned_at, delay_ms) values (${witness.key.name}, ${size}, ${now}, ${Math.round(delayMs)})
      on conflict (witness) do update set size = greatest(witness_state.size, excluded.size), cosigned_at = excluded.cosigned_at,
        delay_ms = excluded.delay_ms, failures = 0`.execute(tx)
    const rows = await tx.selectFrom('log_cosignature').select('witness').where('size', '=', size).execute()
    const signers = rows.map((row) => row.witness)
    if (!areEnough(policy, signers)) return
    await tx
      .insertInto('witnessed_checkpoint')
      .values({ size, reached_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/**
 * The largest size that it cosigned, and when; the largest that enough of them cosigned; and the newest checkpoint that another cosigned
 * and this one has not seen. While the log grows, witnesses that are each asked about the newest one sign different ones, and none of
 * these has enough of them. So each is asked first about what others signed, and the one that signed the newest waits for them.
 */
async function stateOf({ db }: Given, { key }: Witness) {
  const { rows } = await sql<State>`
    select coalesce(own.size, 0) as known, own.cosigned_at, coalesce((select max(size) from witnessed_checkpoint), 0) as witnessed,
      other.size, root, note
    from (values (${key.name})) as asked (witness)
    left join witness_state own using (witness)
    left join lateral (
      select log_checkpoint.* from log_cosignature signed join log_checkpoint using (size)
      where size > coalesce(own.size, 0) and signed.witness <> asked.witness order by size desc limit 1) other on true`.execute(
    db.query,
  )
  const { known, cosigned_at: at, witnessed, size, root, note } = rows[0]!
  return {
    known: Number(known),
    signedMs: at?.getTime() ?? 0,
    witnessed: Number(witnessed),
    seen: size === null ? null : { size: Number(size), root: root!, note: note! },
  }
}

type State = {
  readonly known: bigint
  readonly cosigned_at: Date | null
  readonly witnessed: bigint
  readonly size: bigint | null
  readonly root: Buffer | null
  readonly note: string | null
}

async function noteFailure({ db, clock }: Given, { key }: Witness, failure: string): Promise<void> {
  const now = new Date(clock.nowMs())
  await sql`
    insert into witness_state (witness, failures, failed_at, failure) values (${key.name}, 1, ${now}, ${failure})
    on conflict (witness) do update set failures = witness_state.failures + 1, failed_at = excluded.failed_at,
      failure = excluded.failure`.execute(db.query)
}
