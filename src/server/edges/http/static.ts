import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../world/config.ts'
import { sendRefusal } from './problem.ts'

const dist = fileURLToPath(new URL('../../../../dist', import.meta.url))

const brotli = promisify(brotliCompress)

/** Serves a built app. Every path that is no file is the app's own page; its router decides what stands there. */
export async function serveStatic(
  server: FastifyInstance,
  audience: 'player' | 'console',
  { mode, beacon, beaconRelays }: Pick<Config, 'mode' | 'beacon' | 'beaconRelays'>,
): Promise<void> {
  const root = `${dist}/${audience === 'player' ? 'web' : 'ops'}`
  const isBuilt = existsSync(`${root}/index.html`)
  // Whether money is play money stands in the document itself, so that the page need not ask before it says so.
  const page = isBuilt
    ? readFileSync(`${root}/index.html`, 'utf8').replace('<html ', `<html data-mode="${mode}" `)
    : null
  const policy = page === null ? null : pagePolicy(page)
  /** Pages are the same for everybody, so each is compressed once, as well as can be. */
  const compressed = new Map<string, Promise<Buffer>>()
  const sendCompressed = async (sent: string, reply: FastifyReply): Promise<FastifyReply> => {
    const packed = compressed.get(sent) ?? brotli(sent)
    compressed.set(sent, packed)
    return reply.header('content-encoding', 'br').send(await packed)
  }
  if (isBuilt) {
    await server.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      // Also under its own name, as the installed app asks for it, the page says what the server writes into it.
      globIgnore: ['index.html*'],
      preCompressed: true,
      // Built files carry a hash of their content in their name; the page that names them must never be stale.
      setHeaders: (reply, path) => {
        const isBuiltFile = path.includes('/assets/')
        void reply.header('cache-control', isBuiltFile ? 'public, max-age=31536000, immutable' : 'no-cache')
        // A page's policy speaks for all it loads; repeating it with each file would cost a tenth of the first screen.
        if (isBuiltFile) void reply.removeHeader('content-security-policy')
      },
    })
  }
  server.setNotFoundHandler({}, (request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/')
    if (!wantsPage || page === null) return sendRefusal(reply, 'path_unknown')
    policy!(reply)
    const asksRelays = audience === 'player' && beacon === 'public' && request.url.startsWith('/fair/')
    const sent = asksRelays ? letAskRelays(reply, page, beaconRelays) : page
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/html; charset=utf-8')
    if (!request.headers['accept-encoding']?.includes('br')) return reply.send(sent)
    return sendCompressed(sent, reply)
  })
}

/** Adds what stands in the page itself, its first script and its styles, to the content policy, by their hashes. */
function pagePolicy(page: string): (reply: FastifyReply) => void {
  const hashes = (tag: string) =>
    Array.from(page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')), ([, text]) => {
      return ` 'sha256-${createHash('sha256').update(text!).digest('base64')}'`
    }).join('')
  const [scripts, styles] = [hashes('script'), hashes('style')]
  return (reply) => {
    const policy = String(reply.getHeader('content-security-policy'))
    const named = policy.replace(/(script-src 'self')/, `$1${scripts}`).replace(/(style-src 'self')/, `$1${styles}`)
    void reply.header('content-security-policy', named)
  }
}

/**
 * A page that is opened at a draw's own address may ask the beacon's relays itself, whatever the house says they said. Its
 * document names them, so that no other page tries what its policy forbids.
 */
function letAskRelays(reply: FastifyReply, page: string, relays: readonly string[]): string {
  const policy = String(reply.getHeader('content-security-policy'))
  const origins = [...new Set(relays.map((relay) => new URL(relay).origin))].join(' ')
  void reply.header('content-security-policy', policy.replace("connect-src 'self'", `connect-src 'self' ${origins}`))
  return page.replace('<html ', `<html data-relays="${relays.map(encodeURI).join(' ')}" `)
}
