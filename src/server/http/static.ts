import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { sendRefusal } from './problem.ts'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Serves a built app. Every path that is no file is the app's own page; its router decides what stands there. */
export async function serveStatic(
  server: FastifyInstance,
  audience: 'player' | 'console',
  mode: Config['mode'],
): Promise<void> {
  const root = `${dist}/${audience === 'player' ? 'web' : 'ops'}`
  const isBuilt = existsSync(`${root}/index.html`)
  // Whether money is play money stands in the document itself, so that the page need not ask before it says so.
  const page = isBuilt && readFileSync(`${root}/index.html`, 'utf8').replace('<html ', `<html data-mode="${mode}" `)
  if (isBuilt) {
    await server.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
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
      request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/')
    if (!wantsPage || !page) return sendRefusal(reply, 'path_unknown')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
