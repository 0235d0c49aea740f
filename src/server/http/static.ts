import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './problem.ts'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Serves a built app. Every path that is no file is the app's own page; its router decides what stands there. */
export async function serveStatic(server: FastifyInstance, audience: 'player' | 'console'): Promise<void> {
  const root = `${dist}/${audience === 'player' ? 'web' : 'ops'}`
  const isBuilt = existsSync(`${root}/index.html`)
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
    if (!wantsPage || !isBuilt) return sendRefusal(reply, 'path_unknown')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
