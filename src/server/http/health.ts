import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { passwordsWaiting } from '../passwords.ts'

/** `live`: the process answers. `ready`: it can do its work; if not, `why` says what is missing. */
export function serveHealth(server: FastifyInstance, app: App): void {
  server.get('/api/health', async (_, reply) => {
    const why = [
      ...(await databaseProblem(app)),
      ...(app.hub.isListening() ? [] : ['live events are not connected']),
      ...(passwordsWaiting() > 32 ? ['many passwords wait to be checked'] : []),
    ]
    return reply
      .code(why.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        live: true,
        ready: why.length === 0,
        why,
        mode: app.config.mode,
        beacon: app.beacon.mode,
        betting: app.beacon.stop() ?? 'open',
        now: new Date(app.clock.nowMs()).toISOString(),
      })
  })
}

async function databaseProblem(app: App): Promise<string[]> {
  const late = AbortSignal.timeout(1_000)
  const isLate = new Promise<string[]>((resolve) => {
    late.addEventListener('abort', () => resolve(['the database does not answer within a second']), { once: true })
  })
  const answer = sql`select 1`.execute(app.db.query).then(
    () => [],
    () => ['the database is out of reach'],
  )
  return Promise.race([answer, isLate])
}
