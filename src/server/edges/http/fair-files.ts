import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { quicknet } from '#core/fairness/beacon'
import { betsFile } from '#core/fairness/bets'
import type { App } from '../../world/app.ts'
import { betsOfPeriod } from '../../features/bets/bets-of-period.ts'
import { witnessLines } from '../../features/draws/witnesses.ts'
import { sendRefusal } from './problem.ts'
import { firstKey } from '../../services/fairness/operator-keys.ts'
import { logHead } from '../../services/fairness/public-log.ts'

/** Records per page of the log; the verifier uses the same size. */
const pageSize = 1000

/** A day has some 4,000 draws, and a check of a day asks for the bets of each. */
const filesPerMinute = 12_000

const json = 'application/json; charset=utf-8'
const jsonLines = 'application/x-ndjson; charset=utf-8'
/** Immutable files may be cached for ever. */
const forEver = 'public, max-age=31536000, immutable'
const ask = 'no-cache'

type File = { readonly body: string | Readable; readonly type: string; readonly cache: string }
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
  serve('keys.jsonl', () => keys(app))
  serve('log/head.json', async () => {
    const head = await logHead(app.db.query)
    return head && { body: JSON.stringify(head), type: json, cache: ask }
  })
  serve('log/:page.jsonl', ({ page }) => logPage(app, page!))
  serve('days/:day.json', ({ day }) => dayFile(app, day!))
  serve('rules/:hash.json', ({ hash }) => rulesFile(app, hash!))
  serve('bets/:game/:day/:number.jsonl', ({ game, day, number }) => betsOf(app, `${game}:${day}:${number}`))
  serve('witnesses/:game/:day/:number.jsonl', ({ game, day, number }) => witnessesOf(app, `${game}:${day}:${number}`))
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
  const { db, beacon } = app
  const latest = await db.query
    .selectFrom('log_record')
    .select('day')
    .where('type', '=', 'close')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const chain = beacon.chain.chainHash === quicknet.chainHash ? null : beacon.chain
  const operatorKey = await firstKey(app)
  return { body: JSON.stringify({ v: 1, operatorKey, chain, latestDay: latest?.day ?? null }), type: json, cache: ask }
}

async function keys({ db }: App): Promise<File> {
  const rows = await db.query.selectFrom('log_record').select('line').where('type', '=', 'key').orderBy('seq').execute()
  return { body: linesOf(rows), type: jsonLines, cache: ask }
}

async function logPage({ db }: App, page: string): Promise<File | null> {
  if (!/^\d{1,9}$/.test(page)) return null
  const first = BigInt(page) * BigInt(pageSize)
  const rows = await db.query
    .selectFrom('log_record')
    .select('line')
    .where('seq', '>=', first)
    .where('seq', '<', first + BigInt(pageSize))
    .orderBy('seq')
    .execute()
  if (rows.length === 0) return null
  return { body: linesOf(rows), type: jsonLines, cache: rows.length === pageSize ? forEver : ask }
}

function linesOf(rows: readonly { readonly line: string }[]): string {
  return rows.map(({ line }) => `${line}\n`).join('')
}

async function dayFile({ db }: App, day: string): Promise<File | null> {
  const { first, last } = await db.query
    .selectFrom('log_record')
    .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (first === null) return null
  return { body: JSON.stringify({ v: 1, first: Number(first), last: Number(last) }), type: json, cache: ask }
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

async function witnessesOf(app: App, drawId: string): Promise<File | null> {
  const found = await witnessLines(app, drawId)
  return found && { body: found.text, type: jsonLines, cache: found.isAll ? forEver : ask }
}
