import { sql } from 'kysely'
import { openPartIds, openSecrets, splitOwed } from '#core/fairness/liabilities/parts'
import { type Owed, type PathFile, totalOf } from '#core/fairness/liabilities/path-file'
import { leafOf } from '#core/fairness/liabilities/sum-tree'
import { formatProofFile } from '#core/fairness/tlog/proof-file'
import type { RunningConfig } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Memory } from '../../world/members/memory.ts'
import { unseal } from '../../world/secrets/sealed.ts'
import { inclusionOf } from '../fairness/log-tree.ts'
import { firstKey, keyChanges } from '../fairness/operator-keys.ts'
import { newestCheckpoint } from '../fairness/public-log.ts'
import { sha256 } from '../../world/sha256.ts'
import { cosignaturesOf, seenCheckpoint, withCosignatures } from '../witnesses/seen-checkpoint.ts'
import { findLeaf } from './piece-paths.ts'
import { aboutSeed } from './take-snapshot.ts'

type House = { readonly db: Queryable; readonly memory: Memory; readonly config: RunningConfig }
type Player = { readonly id: string; readonly account: string }
type Snapshot = { readonly number: number; readonly build: string; readonly log_seq: bigint }

/** The file that proves to a player what they were owed; null where what it needs is no longer kept. */
export async function pathFileOf(house: House, player: Player, snapshot: Snapshot): Promise<PathFile | null> {
  const { db, config } = house
  const { number, build } = snapshot
  const row = await db.selectFrom('liability_seed').select('sealed').where('build', '=', build).executeTakeFirst()
  if (!row) return null
  const seed = unseal({ sealed: row.sealed, about: aboutSeed(build), pepper: config.drawKey })
  const secret = openSecrets(Buffer.from(seed, 'hex'), sha256)(player.id)
  const owed = await owedAt(db, player.id, number)
  const { account } = player
  const idOf = openPartIds(number, sha256)(secret, account)
  const parts: PathFile['parts'][number][] = []
  for (const [part, amount] of splitOwed(secret, totalOf(owed), sha256).entries()) {
    const leaf = leafOf(idOf(part), amount, sha256)
    const found = await findLeaf(house, build, leaf)
    const path = found?.path.map(({ hash, sum }) => ({ hash: Buffer.from(hash).toString('hex'), sum })) ?? []
    parts.push({ amount, index: found?.index ?? null, path })
  }
  return {
    v: 1,
    account,
    number,
    secret: Buffer.from(secret).toString('hex'),
    owed,
    parts,
    record: await recordProof(house, Number(snapshot.log_seq)),
    operatorKey: await firstKey(db, config),
    keyChanges: await keyChanges(db),
  }
}

/** What the player was owed, from their own entries up to where the snapshot saw the ledger, and the stakes that were open then. */
async function owedAt(db: Queryable, playerId: string, number: number): Promise<Owed> {
  const { rows } = await sql<{ name: string; balance: bigint; stakes: bigint | null }>`
    select split_part(ref, ':', 3) as name, coalesce((
      select balance_after from entry
      where account_id = account.id and entry.id <= last_id and (entry.id <= upto_id or transfer_number = any (later))
      order by entry.id desc limit 1), 0)::bigint as balance,
      (select stakes from liability_stake where build = snapshot.build and account_id = account.id) as stakes
    from liability_snapshot snapshot, account
    where number = ${number} and ref in (
      ${`player:${playerId}:available`}, ${`player:${playerId}:held`}, ${`player:${playerId}:repeat_order`})`.execute(
    db,
  )
  const of = (name: string) => Number(rows.find((row) => row.name === name)?.balance ?? 0n)
  const stakes = Number(rows.find(({ name }) => name === 'available')?.stakes ?? 0n)
  return { available: of('available'), held: of('held'), repeatOrders: of('repeat_order'), stakes }
}

/** Proves the record by the checkpoint that witnesses saw first; where there is none of the log's present name, by the newest. */
async function recordProof({ db, config }: House, index: number): Promise<string> {
  const { entry } = await db
    .selectFrom('log_record')
    .select('entry')
    .where('seq', '=', BigInt(index))
    .executeTakeFirstOrThrow()
  const seen = await seenCheckpoint(db, index)
  const isOfThisName = seen?.note.startsWith(`${config.logOrigin}\n`)
  const { size, note } = seen && isOfThisName ? seen : (await newestCheckpoint(db))!
  const checkpoint = withCosignatures(note, await cosignaturesOf(db, size))
  return formatProofFile({
    extra: Buffer.from(entry),
    index,
    proof: await inclusionOf(db, index, size),
    checkpoint,
  })
}
