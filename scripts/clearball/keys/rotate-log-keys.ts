import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { formatKey, noteKey } from '#core/fairness/tlog/note'
import { notTheKey } from '#server/services/fairness/check-keys'
import { changeOperatorKey } from '#server/services/fairness/change-key'
import { moveSecret, openSecret } from '#server/services/fairness/draw-secret'
import type { RunningConfig } from '#server/world/app'
import type { Config } from '#server/world/config'
import type { Secret } from '#server/world/secrets/secret'
import { withDatabase } from '../../fairness/with-log.ts'
import { Problem } from '../command.ts'
import { spotOf, today } from './key-spot.ts'
import { asOwner, rewriting, withStopped } from './with-stopped.ts'

const newKey = () => randomBytes(32).toString('hex')

/** Hands the public log over: the last record that the old key signs names the new one, so that readers can follow. */
export async function rotateOperator(config: Config, envFile: string | null): Promise<string> {
  const spot = await spotOf(config, envFile, { setting: 'OPERATOR_KEY', file: 'operator-key', set: config.operatorKey })
  const next = await spot.next(newKey)
  if (!/^[0-9a-f]{64}$/.test(next.reveal())) throw new Problem('The new key must be 64 lower-case hex digits.')
  const { seq, publicKey } = await withStopped(config, ({ url }) => {
    const running = { ...config, operatorKey: spot.old, worker: 1 } as RunningConfig
    return withDatabase(url, running, (app) => changeOperatorKey(app, next))
  }).catch((error: unknown) => {
    throw error instanceof Error && error.message === notTheKey ? new Problem(notTheKey) : error
  })
  const where = await spot.swap(String(seq))
  const vkey = formatKey(noteKey(config.logOrigin, 1, Buffer.from(publicKey, 'hex')))
  return `Record ${seq} of the log names the new key ${publicKey}. ${where} Give witnesses its verifier key ${vkey}.`
}

type Row = { id: number; draw_id: string; commit: string; secret_sealed: Buffer }

/**
 * Encrypts the secrets of the draws to come with another key. A secret that is not the one committed to stops all of it, so no draw
 * can change or become void by it.
 */
export async function rotateDraw(config: Config, envFile: string | null): Promise<string> {
  const spot = await spotOf(config, envFile, { setting: 'DRAW_KEY', file: 'draw-key', set: config.drawKey })
  const next = await spot.next(newKey)
  const moved = await withStopped(config, ({ ownerUrl }) =>
    asOwner(ownerUrl, (client) => rewriting(client, ['period'], () => moveSecrets(client, spot.old, next))),
  )
  return `The secrets of ${moved} draws to come are sealed with the new key. ${await spot.swap(today())}`
}

async function moveSecrets(client: Client, from: Secret, to: Secret): Promise<number> {
  const { rows } = await client.query<Row>(
    `select id, draw_id, commit, secret_sealed from period where status in ('scheduled', 'closed') order by id`,
  )
  const moved = rows.flatMap(({ id, draw_id: drawId, commit, secret_sealed: sealed }) => {
    const locked = { drawId, commit, sealed }
    const { sealed: anew } = moveSecret(locked, from, to) ?? {}
    if (anew && openSecret({ ...locked, sealed: anew }, to) !== null) return [{ id, sealed: anew }]
    // An interrupted change committed it already.
    if (openSecret(locked, to) !== null) return []
    throw new Problem(`The secret of ${drawId} does not open with DRAW_KEY; nothing was changed.`)
  })
  await client.query(
    `update period set secret_sealed = moved.sealed from unnest($1::integer[], $2::bytea[]) as moved (id, sealed)
    where period.id = moved.id`,
    [moved.map(({ id }) => id), moved.map(({ sealed }) => sealed)],
  )
  return rows.length
}
