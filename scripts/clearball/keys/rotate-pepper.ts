import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { plainDocumentNumber } from '#core/rules/certification'
import { sealedFor as certificationFor } from '#server/features/certifications/sealed-for'
import { openTotpSecret, purposeOf } from '#server/features/factors/totp'
import { sealedFor as walletFor } from '#server/features/wallets/queries'
import type { Config } from '#server/world/config'
import { formerMark } from '#server/world/secrets/passwords'
import { keyedHash, seal, unseal } from '#server/world/secrets/sealed'
import type { Secret } from '#server/world/secrets/secret'
import { Problem } from '../command.ts'
import { spotOf, today } from './key-spot.ts'
import { asOwner, rewriting, withStopped } from './with-stopped.ts'

/**
 * Everything that is sealed with the pepper is sealed anew. A password's hash cannot be: only its owner knows the password. So hashes
 * are marked, the former pepper stays beside the new one, and each is renewed when its owner next gives the password.
 */
export async function rotatePepper(config: Config, envFile: string | null, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { forget: { type: 'boolean' } } })
  if (!config.pepper)
    throw new Problem('The pepper of a demonstration in DATA_DIR is not changed; set PASSWORD_PEPPER.')
  const spot = await spotOf(config, envFile, { setting: 'PASSWORD_PEPPER', file: null, set: config.pepper })
  const next = await spot.next(() => randomBytes(32).toString('hex'))
  const peppers = { from: spot.old, to: next }
  const counts = await withStopped(config, ({ ownerUrl }) =>
    asOwner(ownerUrl, async (client) => {
      // An interrupted change committed it already.
      if (await isChanged(client, peppers)) return null
      await refuseForgetting(client, values.forget ? 'operators' : 'anybody')
      return rewriting(client, ['player', 'operator', 'factor', 'wallet', 'certification'], () =>
        change(client, peppers),
      )
    }),
  )
  const where = await spot.swap(today(), { PASSWORD_PEPPER_FORMER: spot.old.reveal() })
  const said = counts
    ? Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')
    : 'already done'
  return `With the new pepper: ${said}. ${where} Passwords are renewed as their owners log in.`
}

type Peppers = { readonly from: Secret; readonly to: Secret }

async function isChanged(client: Client, { to }: Peppers): Promise<boolean> {
  const { rows } = await client.query<{ operator_id: string; secret: Buffer }>(
    `select operator_id, secret from factor where kind = 'totp' and operator_id is not null limit 1`,
  )
  const [app] = rows
  if (!app) return false
  try {
    openTotpSecret(to, { kind: 'operator', id: app.operator_id }, app.secret)
    return true
  } catch {
    return false
  }
}

/** Only one former pepper is kept: whoever did not log in since the last change would lose the password. */
async function refuseForgetting(client: Client, whom: 'operators' | 'anybody'): Promise<void> {
  const { rows } = await client.query<{ operators: number; players: number }>(
    `select (select count(*)::integer from operator where left_at is null and login_hash like $1) as operators,
      (select count(*)::integer from player where closed_at is null and (login_hash like $1 or payment_hash like $1)) as players`,
    [`${formerMark}%`],
  )
  const { operators, players } = rows[0]!
  if (operators > 0)
    throw new Problem(`${operators} operators have not logged in since the last change: let them, or dismiss them.`)
  if (players > 0 && whom === 'anybody')
    throw new Problem(
      `${players} players have not given their passwords since the last change. With --forget they set new ones by mail.`,
    )
}

async function change(client: Client, peppers: Peppers): Promise<Record<string, number>> {
  const mark = async (table: string, column: string) =>
    (
      await client.query(
        `update ${table} set ${column} = $1 || ${column} where ${column} is not null and ${column} not like $1 || '%'`,
        [formerMark],
      )
    ).rowCount ?? 0
  return {
    'passwords marked':
      (await mark('player', 'login_hash')) +
      (await mark('player', 'payment_hash')) +
      (await mark('operator', 'login_hash')),
    'authenticator apps': await moveFactors(client, peppers),
    wallets: await moveWallets(client, peppers),
    'identity papers': await movePapers(client, peppers),
  }
}

const batch = 1_000

/** Reads a table in batches, so that a large one does not fill the memory. */
async function* batches<Row extends { id: string }>(client: Client, query: string): AsyncGenerator<Row[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (let done = 0; ;) {
    const { rows } = await client.query<Row>(`${query} and id > $1 order by id limit ${batch}`, [last])
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!.id
    done += rows.length
    if (done % (100 * batch) === 0) console.log(`${done} rows …`)
  }
}

const resealed = (sealed: Buffer, about: string, { from, to }: Peppers) => {
  const text = unseal({ sealed, about, pepper: from })
  return { text, sealed: seal({ text, about, pepper: to }) }
}

async function moveFactors(client: Client, peppers: Peppers): Promise<number> {
  type Row = { id: string; player_id: string | null; operator_id: string | null; secret: Buffer }
  const query = 'select id, player_id, operator_id, secret from factor where secret is not null'
  let done = 0
  for await (const rows of batches<Row>(client, query)) {
    done += rows.length
    const secrets = rows.map(({ player_id, operator_id, secret }) => {
      const person = player_id
        ? ({ kind: 'player', id: player_id } as const)
        : ({ kind: 'operator', id: operator_id! } as const)
      return resealed(secret, purposeOf(person), peppers).sealed
    })
    await client.query(
      'update factor set secret = moved.secret from unnest($1::uuid[], $2::bytea[]) as moved (id, secret) where factor.id = moved.id',
      [rows.map(({ id }) => id), secrets],
    )
  }
  return done
}

async function moveWallets(client: Client, peppers: Peppers): Promise<number> {
  type Row = { id: string; network: string | null; address: string | null; card_sealed: Buffer | null }
  let done = 0
  for await (const rows of batches<Row>(client, 'select id, network, address, card_sealed from wallet where true')) {
    done += rows.length
    const moved = rows.map(({ id, network, address, card_sealed: card }) => {
      const anew = card && resealed(card, walletFor(id), peppers)
      const text = anew ? `bank ${anew.text}` : `${network} ${address}`
      return { sealed: anew?.sealed ?? null, fingerprint: keyedHash({ text, use: 'wallets', pepper: peppers.to }) }
    })
    await client.query(
      `update wallet set card_sealed = moved.sealed, fingerprint = moved.fingerprint
      from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as moved (id, sealed, fingerprint) where wallet.id = moved.id`,
      [rows.map(({ id }) => id), moved.map(({ sealed }) => sealed), moved.map(({ fingerprint }) => fingerprint)],
    )
  }
  return done
}

async function movePapers(client: Client, peppers: Peppers): Promise<number> {
  type Row = { id: string; country: string; document_kind: string; document_sealed: Buffer }
  const query = 'select id, country, document_kind, document_sealed from certification where true'
  let done = 0
  for await (const rows of batches<Row>(client, query)) {
    done += rows.length
    const moved = rows.map(({ id, country, document_kind: kind, document_sealed: paper }) => {
      const { text: number, sealed } = resealed(paper, certificationFor(id), peppers)
      const text = `${country} ${kind} ${plainDocumentNumber(number)}`
      return { sealed, hash: keyedHash({ text, use: 'documents', pepper: peppers.to }) }
    })
    await client.query(
      `update certification set document_sealed = moved.sealed, document_hash = moved.hash
      from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as moved (id, sealed, hash) where certification.id = moved.id`,
      [rows.map(({ id }) => id), moved.map(({ sealed }) => sealed), moved.map(({ hash }) => hash)],
    )
  }
  return done
}
