import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Refused } from '#contract/client'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { addWallet } from '#contract/money/wallets'
import { setPaymentPassword } from '#contract/people/profile'
import { refusals } from '#contract/refusals'
import { demoGranted } from '#core/ledger/postings'
import { type Cents, zeroCents } from '#core/money/cents'
import type { Db } from '#server/world/members/database'
import { transaction } from '#server/db/database'
import { post } from '#server/services/ledger/post'
import { systemRandom } from '#server/world/random'
import { bet, periodNow } from '#server/testing/draws/betting'
import { digitalForm, money, paymentPassword } from '#server/testing/money'
import { patiently } from './patiently.ts'
import { type Player, openVisitor, testInvitation } from '#server/testing/person'

export type Spender = Player & { readonly walletId: string }

const opening = money('1000000.00')

/**
 * Written to the database directly, since it would take days or a dozen operators' calls for each player: papers,
 * waits, money, limits.
 */
export async function enrol(site: { url: string; superuserUrl: string; db: Db }, count: number): Promise<Spender[]> {
  const client = new Client({ connectionString: site.superuserUrl })
  // It outlives a failure here, and the server that it is connected to.
  client.on('error', () => {})
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`insert into invitation (code, made_by, uses_left, created_at)
    select '${testInvitation}', id, 1000000, now() from operator limit 1`)
  await client.query(`with approved as (
      insert into proposal (id, kind, subject, content, reason, proposed_by, proposed_at, status, decided_by, decided_at)
      select gen_random_uuid(), 'setting.change', 'withdrawals_per_day', '{}', 'faults', min(id::text)::uuid, now(), 'approved',
        max(id::text)::uuid, now() from operator returning id)
    insert into setting_change (name, value, effective_at, proposal_id) select 'withdrawals_per_day', 50, now(), id from approved`)
  const spenders: Spender[] = []
  for (let number = 0; number < count; number++) {
    const player = await patiently(() => openVisitor(site.url).join(`spender${number}`))
    await client.query(certified, [player.id])
    await patiently(() => player.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword }))
    const [form, key] = [digitalForm(), randomUUID()]
    const { id: walletId } = await patiently(() => player.call(addWallet, form, key))
    await client.query(`update wallet set usable_from = now() where id = $1`, [walletId])
    const transfer = {
      id: randomUUID(),
      kind: 'demo_grant',
      postings: demoGranted(player.id, opening),
      atMs: Date.now(),
    }
    await transaction(site.db, systemRandom, (tx) => post(tx, { ...transfer, kind: 'demo_grant' }))
    spenders.push({ ...player, walletId })
  }
  await client.end()
  return spenders
}

/** Whole, so that a backup of it can be restored. */
const certified = `with photo as (
    insert into upload (id, player_id, purpose, storage_name, mime_type, width, height, bytes, sha256, original_sha256, created_at,
      stored_at, attached_at)
    values (gen_random_uuid(), $1::uuid, 'identity', gen_random_uuid(), 'image/jpeg', 1, 1, 1, sha256($1::uuid::text::bytea),
      sha256($1::uuid::text::bytea), now(), now(), now()) returning id)
  insert into certification (id, player_id, legal_name, born_on, country, document_kind, document_sealed,
  document_hash, photo_id, status, decided_by, decided_at, created_at)
  select gen_random_uuid(), $1::uuid, 'Nguyen Van An', '1990-01-01', 'VN', 'passport', '', sha256($1::uuid::text::bytea),
    photo.id, 'passed', operator.id, now(), now() from photo, (select id from operator limit 1) operator`

/** What a client spent under an idempotency key and what it was answered; it knows nothing else. */
type Accepted = { readonly kind: Kind; readonly key: string; readonly playerId: string; readonly amount: Cents }
type Kind = 'bet' | 'withdrawal' | 'wallet'

/** Every answer that the players got. */
export class Answers {
  readonly accepted: Accepted[] = []
  refused = 0
  /** Requests sent again under their key, because no answer came or one that decides nothing. */
  retries = 0
  /** Bare 500s: the app's own fault, whatever happened to its database. */
  faults = 0
  /** How often each answer came that decides nothing: its code, and after how long to ask again. */
  readonly sentAway = new Map<string, number>()

  get count(): number {
    return this.accepted.length + this.refused
  }

  async more(count: number): Promise<void> {
    const goal = this.count + count
    for (let waitedMs = 0; this.count < goal; waitedMs += 5) {
      if (waitedMs > 60_000) throw new Error('nobody was answered for a minute')
      await sleep(5)
    }
  }
}

/** Several clients of each player spend without pause until told to stop; then each finishes its last request. */
export function startSpending(spenders: readonly Spender[], answers: Answers): { stop(): Promise<void> } {
  const over = new AbortController()
  const hand = async (spender: Spender) => {
    let kinds: Kind[] = ['bet', 'bet', 'bet', 'withdrawal', 'bet', 'bet', 'wallet']
    for (let at = 0; !over.signal.aborted; at++) {
      const kind = kinds[at % kinds.length]!
      const refusal = await spendOnce(spender, kind, answers)
      // So many a day, so many in all; what is used up is not asked for again.
      if (refusal && kind !== 'bet') kinds = kinds.filter((each) => each !== kind)
    }
  }
  const hands = spenders.flatMap((spender) => Array.from({ length: 4 }, () => hand(spender)))
  return {
    stop: async () => {
      over.abort()
      await Promise.all(hands)
    },
  }
}

/** One spend under one key, sent again until it is decided: accepted (null) or refused. */
async function spendOnce(spender: Spender, kind: Kind, answers: Answers): Promise<string | null> {
  const key = randomUUID()
  const amount = { bet: money('1.00'), withdrawal: money('10.00'), wallet: zeroCents }[kind]
  const send = await prepared(spender, { kind, key, amount })
  for (;;) {
    try {
      await send()
      answers.accepted.push({ kind, key, amount, playerId: spender.id })
      return null
    } catch (error) {
      if (error instanceof Refused && refusals[error.code].status < 500) {
        answers.refused++
        return error.code
      }
      if (error instanceof Refused && error.code === 'fault') answers.faults++
      answers.retries++
      const said =
        error instanceof Refused
          ? [error.code, error.facts.seconds].filter(Boolean).join(', again in s: ')
          : 'no answer'
      answers.sentAway.set(said, (answers.sentAway.get(said) ?? 0) + 1)
      // As a phone would that asks again, and not so fast that asking is all the machine does.
      await sleep(100)
    }
  }
}

/** The request as it will be sent, once or again: the same key and the same content. */
async function prepared(spender: Spender, { kind, key, amount }: { kind: Kind; key: string; amount: Cents }) {
  if (kind === 'withdrawal') {
    return () => spender.call(requestWithdrawal, { walletId: spender.walletId, amount, paymentPassword }, key)
  }
  if (kind === 'wallet') {
    const form = digitalForm()
    return () => spender.call(addWallet, form, key)
  }
  const { period, play } = await marketOf(spender)
  return () => bet(spender, period, { bets: [`${play} 1.00`], key })
}

/** Two games that never close at the same time. */
const markets = [
  { game: 'k3_5m', play: 'k3.sum_big_small big' },
  { game: 'lucky_au_10', play: 'pk10.position_number@1 7' },
] as const

async function marketOf(spender: Spender) {
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 100) {
    for (const { game, play } of markets) {
      const period = await periodNow(spender, game).catch(() => null)
      if (period && Date.now() >= period.opensAt && Date.now() < period.closesAt - 1_000) return { period, play }
    }
    await sleep(100)
  }
  throw new Error('no betting was open for two minutes')
}
