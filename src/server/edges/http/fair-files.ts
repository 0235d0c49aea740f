import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { quicknet } from '#core/fairness/beacon'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import { emptyRoot } from '#core/fairness/tlog/consistency'
import { formatEntries, hasTile, parseTilePath, tileWidth } from '#core/fairness/tlog/tiles'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { betsFileOf } from '../../features/bets/bets-of-period.ts'
import { sendRefusal } from './problem.ts'
import { sendKept } from '../answers/send-kept.ts'
import { hashesBetween } from '../../services/fairness/log-tree.ts'
import { firstKey, keyChanges } from '../../services/fairness/operator-keys.ts'
import { newestCheckpoint } from '../../services/fairness/public-log.ts'
import { leafListOf } from '../../services/liabilities/list-of.ts'
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

type Params = Readonly<Record<string, string>>

/** A file that is kept in memory until the log changes, and how long others may keep it. */
type KeptFile = {
  readonly type: string
  readonly cache: string
  read(params: Params): Promise<string | Buffer | null>
}

/** The public files below `/fair`, for the verifier, for witnesses and for anybody who wants to keep a copy. */
export function serveFairnessFiles(server: FastifyInstance, app: App): void {
  const config = {
    rateLimit: { max: filesPerMinute * app.config.rateLimitFactor, timeWindow: 60_000 },
    call: 'fair.file',
  }
  const serve = (path: string, { type, cache, read }: KeptFile) =>
    server.get(`/fair/${path}`, { config, compress: false }, async (request, reply) => {
      const params = request.params as Params
      const make = async () => {
        const body = await read(params)
        return body === null ? null : { body, type }
      }
      const kept = await app.answers.find({ key: `${path} ${JSON.stringify(params)}`, source: 'log', local: '', make })
      return kept ? sendKept(request, forAnybody(reply, cache), kept) : sendRefusal(reply, 'path_unknown')
    })
  serve('site.json', { type: json, cache: ask, read: () => site(app) })
  serve('keys.json', { type: json, cache: ask, read: async () => JSON.stringify(await keyChanges(app.db.query)) })
  serve('log/checkpoint', { type: plain, cache: forASecond, read: () => checkpoint(app) })
  serve('log/tile/*', { type: binary, cache: forEver, read: ({ '*': path }) => tileFile(app, `tile/${path!}`) })
  serve('days/:day.json', { type: json, cache: ask, read: ({ day }) => dayFile(app, day!) })
  server.get('/fair/rules/:hash.json', { config }, async (request, reply) => {
    const rules = await rulesFile(app, (request.params as Params).hash!)
    return rules ? forAnybody(reply, forEver).type(json).send(rules) : sendRefusal(reply, 'path_unknown')
  })
  server.get('/fair/seen/:index', { config }, async (request, reply) => {
    const note = await seen(app, (request.params as Params).index!)
    return note ? forAnybody(reply, ask).type(plain).send(note) : sendRefusal(reply, 'path_unknown')
  })
  server.get('/fair/bets/:game/:day/:number.jsonl', { config }, async (request, reply) => {
    const { game, day, number } = request.params as Params
    const bets = await betsOf(app, `${game}:${day}:${number}`)
    return bets ? forAnybody(reply, forEver).type(jsonLines).send(bets) : sendRefusal(reply, 'path_unknown')
  })
  server.get('/fair/liabilities/:number.txt', { config }, async (request, reply) => {
    const { number } = request.params as Params
    const list = /^[1-9]\d{0,8}$/.test(number!) ? await leafListOf(app.db.query, Number(number)) : null
    return list ? forAnybody(reply, forEver).type(plain).send(Readable.from(list)) : sendRefusal(reply, 'path_unknown')
  })
}

function forAnybody(reply: FastifyReply, cache: string): FastifyReply {
  return reply
    .header('cache-control', cache)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
}

async function site(app: App): Promise<string> {
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
  return JSON.stringify(shown)
}

async function checkpoint(app: App): Promise<string> {
  const { db, config } = app
  const newest = await newestCheckpoint(db.query)
  if (!newest) {
    const empty = formatCheckpoint({ origin: config.logOrigin, size: 0, root: emptyRoot })
    return signNote(empty, signingKey(app))
  }
  return withCosignatures(newest.note, await cosignaturesOf(db.query, newest.size))
}

/** A tile of the log, full or in a state that was signed. Its hashes are read as they were written. */
async function tileFile({ db }: App, path: string): Promise<Buffer | null> {
  const tile = parseTilePath(path)
  const newest = tile && (await newestCheckpoint(db.query))
  if (!newest || !hasTile(newest.size, tile)) return null
  const { level, index, width } = tile
  const [from, to] = [index * tileWidth, index * tileWidth + width]
  return level === 'entries'
    ? Buffer.from(formatEntries(await entriesBetween(db.query, from, to)))
    : Buffer.concat(await hashesBetween(db.query, { level, from, to }))
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
async function seen({ db }: App, index: string): Promise<string | null> {
  const found = /^\d{1,15}$/.test(index) ? await seenCheckpoint(db.query, Number(index)) : null
  return found ? withCosignatures(found.note, found.cosignatures) : null
}

async function dayFile({ db }: App, day: string): Promise<string | null> {
  const { first, last } = await db.query
    .selectFrom('log_record')
    .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (first === null) return null
  return JSON.stringify({ v: 2, first: Number(first), last: Number(last) })
}

async function rulesFile({ db }: App, hash: string): Promise<string | null> {
  const rules = await db.query
    .selectFrom('rules_document')
    .select('document')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return rules?.document ?? null
}

async function betsOf({ db }: App, drawId: string): Promise<Readable | null> {
  const period = await db.query
    .selectFrom('period')
    .select('id')
    .where('draw_id', '=', drawId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  if (!period) return null
  return Readable.from(betsFileOf(db.query, period.id))
}
