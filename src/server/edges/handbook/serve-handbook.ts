import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { handbookPath } from '#contract/console/desk'
import { releaseRoot } from '../../services/release/manifest.ts'
import { renderHandbook } from './render.ts'

export const handbookFile = join(releaseRoot, 'docs/alarms.md')

/** An installation without documents serves all the same. */
const missing = 'This installation was made without `docs/alarms.md`; it is in the sources.'

/**
 * The handbook's page on alarms, at the console's address. It is read at the start and needs neither the database nor a session: who
 * follows the link of an alarm in the night gets it, whatever else fails. It holds nothing that is not in the public sources.
 */
export function serveHandbook(server: FastifyInstance): void {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Clearball handbook</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
${renderHandbook(existsSync(handbookFile) ? readFileSync(handbookFile, 'utf8') : missing)}
</main></body></html>`
  server.get(handbookPath, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
}
