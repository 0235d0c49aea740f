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

/** Serves a built app. Every path that is not a file gets the app's page; the app's router decides what it shows. */
export async function serveStatic(
  server: FastifyInstance,
  audience: 'player' | 'console',
  {
    mode,
    beacon,
    beaconRelays,
    demoPeople,
  }: Pick<Config, 'mode' | 'beacon' | 'beaconRelays'> & { demoPeople: boolean },
): Promise<void> {
  const root = `${dist}/${audience === 'player' ? 'web' : 'ops'}`
  const isBuilt = existsSync(`${root}/index.html`)
  // The page itself says whether money is play money, and whether one may enter as a demo person with one tap, so that
  // the app need not ask before it shows it.
  const facts = `data-mode="${mode}"${demoPeople ? ' data-demo-people' : ''}`
  const readPage = (file: string) => {
    const page = readFileSync(`${root}/${file}`, 'utf8').replace('<html ', `<html ${facts} `)
    return { page, policy: pagePolicy(page) }
  }
  const other = isBuilt ? readPage('index.html') : null
  const home = isBuilt && audience === 'player' ? readPage('home.html') : other
  /** Pages are the same for everybody, so each is compressed once, at the best level. */
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
      // `/index.html`, which the installed app requests, must also be the page with the server's additions, not the raw
      // file. A compressed file is sent in place of the plain one, and has no address of its own.
      globIgnore: ['*.html*', '**/*.br'],
      preCompressed: true,
      // Built files carry a content hash in their name; the page that names them must never be stale.
      setHeaders: (reply, path) => {
        const isBuiltFile = path.includes('/assets/')
        void reply.header('cache-control', isBuiltFile ? 'public, max-age=31536000, immutable' : 'no-cache')
        // The page's content security policy covers everything it loads; repeating it per file would cost a tenth of
        // the first screen.
        if (isBuiltFile) void reply.removeHeader('content-security-policy')
      },
    })
  }
  server.setNotFoundHandler({}, (request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/')
    const document = /^\/(\?|$)/.test(request.url) ? home : other
    if (!wantsPage || !document) return sendRefusal(reply, 'path_unknown')
    const { page, policy } = document
    policy(reply)
    const asksRelays = audience === 'player' && beacon === 'public' && request.url.startsWith('/fair/')
    const sent = asksRelays ? letAskRelays(reply, page, beaconRelays) : page
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/html; charset=utf-8')
    if (!request.headers['accept-encoding']?.includes('br')) return reply.send(sent)
    return sendCompressed(sent, reply)
  })
}

/** Adds the hashes of the page's inline script and styles to the content security policy. */
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
 * Lets a page opened at a draw's address ask the beacon's relays itself, so that it need not trust what the house says
 * they answered. The document names the relays, so that no other page tries what its policy forbids.
 */
function letAskRelays(reply: FastifyReply, page: string, relays: readonly string[]): string {
  const policy = String(reply.getHeader('content-security-policy'))
  const origins = [...new Set(relays.map((relay) => new URL(relay).origin))].join(' ')
  void reply.header('content-security-policy', policy.replace("connect-src 'self'", `connect-src 'self' ${origins}`))
  return page.replace('<html ', `<html data-relays="${relays.map(encodeURI).join(' ')}" `)
}
