import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { quicknet } from '#core/fairness/beacon'
import { betsFile } from '#core/fairness/bets'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import { emptyRoot } from '#core/fairness/tlog/consistency'
import { formatEntries, hasTile, parseTilePath, tileWidth } from '#core/fairness/tlog/tiles'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { betsOfPeriod } from '../../features/bets/bets-of-period.ts'
import { sendRefusal } from './problem.ts'
import { hashesBetween } from '../../services/fairness/log-tree.ts'
import { firstKey, keyChanges } from '../../services/fairness/operator-keys.ts'
import { newestCheckpoint } from '../../services/fairness/public-log.ts'
import { signNote, signingKey } from '../../services/fairness/sign-note.ts'
import { cosignaturesOf, seenCheckpoint, withCosignatures } from '../../services/witnesses/seen-checkpoint.ts'

/** A day has some 4,000 draws, and a check of a day asks for the bets of each. */
const filesPerMinute = 12_000

const json = 'application/json; charset=utf-8'
const plain = 'text/plain; charset=utf-8'
const binary = 'application/octet-stream'
const jsonLines = 'application/x-ndjson; charset=utf-8'
/** Immutable files may be cached for ever. */
const forEver = 'public, max-age=31536000, immutable'
const forASecond = 'public, max-age=1'
const ask = 'no-cache'

type File = { readonly body: string | Buffer | Readable; readonly type: string; readonly cache: string }
type Params = Readonly<Record<string, string>>

/** The public files below `/fair`, for the verifier, for witnesses and for anybody who wants to keep a copy. */
export function serveFairnessFiles(server: FastifyInstance, app: App): void {
  const config = {
    rateLimit: { max: filesPerMinute * app.config.rateLimitFactor, timeWindow: 60_000, groupId: 'fair' },
    call: 'fair.file',
  }
  const serve = (path: string, find: (params: Params) => Promise<File | null>) =>
    server.get(`/fair/${path}`, { config }, async (request, reply) => {
      const file = await find(request.params as Params)
      return file ? send(reply, file) : sendRefusal(reply, 'path_unknown')
    })
  serve('site.json', () => site(app))
  serve('keys.json', async () => ({ body: JSON.stringify(await keyChanges(app.db.query)), type: json, cache: ask }))
  serve('log/checkpoint', () => checkpoint(app))
  serve('log/tile/*', ({ '*': path }) => tileFile(app, `tile/${path!}`))
  serve('seen/:index', ({ index }) => seen(app, index!))
  serve('days/:day.json', ({ day }) => dayFile(app, day!))
  serve('rules/:hash.json', ({ hash }) => rulesFile(app, hash!))
  serve('bets/:game/:day/:number.jsonl', ({ game, day, number }) => betsOf(app, `${game}:${day}:${number}`))
}

function send(reply: FastifyReply, { body, type, cache }: File): FastifyReply {
  return reply
    .header('content-type', type)
    .header('cache-control', cache)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(body)
}

async function site(app: App): Promise<File> {
  const { db, beacon, config, witnesses } = app
  const latest = await db.query
    .selectFrom('log_record')
    .select('day')
    .where('type', '=', 'close')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const chain = beacon.chain.chainHash === quicknet.chainHash ? null : beacon.chain
  const vkey = await firstKey(db.query, config)
  const shown = { v: 2, origin: config.logOrigin, vkey, chain, policy: witnesses.text, latestDay: latest?.day ?? null }
  return { body: JSON.stringify(shown), type: json, cache: ask }
}

async function checkpoint(app: App): Promise<File> {
  const { db, config } = app
  const newest = await newestCheckpoint(db.query)
  if (!newest) {
    const empty = formatCheckpoint({ origin: config.logOrigin, size: 0, root: emptyRoot })
    return { body: signNote(empty, signingKey(app)), type: plain, cache: forASecond }
  }
  const body = withCosignatures(newest.note, await cosignaturesOf(db.query, newest.size))
  return { body, type: plain, cache: forASecond }
}

/** A tile of the log, full or in a state that was signed. Its hashes are read as they were written. */
async function tileFile({ db }: App, path: string): Promise<File | null> {
  const tile = parseTilePath(path)
  const newest = tile && (await newestCheckpoint(db.query))
  if (!newest || !hasTile(newest.size, tile)) return null
  const { level, index, width } = tile
  const [from, to] = [index * tileWidth, index * tileWidth + width]
  const body =
    level === 'entries'
      ? Buffer.from(formatEntries(await entriesBetween(db.query, from, to)))
      : Buffer.concat(await hashesBetween(db.query, { level, from, to }))
  return { body, type: binary, cache: forEver }
}

async function entriesBetween(db: Queryable, from: number, to: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('log_record')
    .select('entry')
    .where('seq', '>=', BigInt(from))
    .where('seq', '<', BigInt(to))
    .orderBy('seq')
    .execute()
  return rows.map(({ entry }) => Buffer.from(entry))
}

/** The checkpoint with this record that witnesses saw first. It stays as it is once enough of them have. */
async function seen({ db }: App, index: string): Promise<File | null> {
  const found = /^\d{1,15}$/.test(index) ? await seenCheckpoint(db.query, Number(index)) : null
  if (!found) return null
  return { body: withCosignatures(found.note, found.cosignatures), type: plain, cache: ask }
}

async function dayFile({ db }: App, day: string): Promise<File | null> {
  const { first, last } = await db.query
    .selectFrom('log_record')
    .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (first === null) return null
  return { body: JSON.stringify({ v: 2, first: Number(first), last: Number(last) }), type: json, cache: ask }
}

async function rulesFile({ db }: App, hash: string): Promise<File | null> {
  const rules = await db.query
    .selectFrom('rules_document')
    .select('document')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return rules ? { body: rules.document, type: json, cache: forEver } : null
}

async function betsOf({ db }: App, drawId: string): Promise<File | null> {
  const period = await db.query
    .selectFrom('period')
    .select('id')
    .where('draw_id', '=', drawId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  if (!period) return null
  const batches = async function* () {
    for await (const batch of betsOfPeriod(db.query, period.id)) yield betsFile(batch)
  }
  return { body: Readable.from(batches()), type: jsonLines, cache: forEver }
}
