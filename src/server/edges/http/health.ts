import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { bettingStop } from '../../services/beacon/betting-stop.ts'
import type { App } from '../../world/app.ts'
import { failures } from '../../world/database-failures.ts'
import { passwordsWaiting } from '../../world/secrets/passwords.ts'

/**
 * `/api/live` says that the process answers, and looks at nothing else: who gets no answer restarts the process, and no restart
 * mends a database. `/api/health` says whether it can do its work, and if not, `why`: a load balancer then asks another node.
 */
export function serveHealth(server: FastifyInstance, app: App): void {
  server.get('/api/live', (_, reply) => reply.header('cache-control', 'no-store').send({ live: true }))
  server.get('/api/health', async (_, reply) => {
    const probed = await databaseProblem(app)
    const lasting = app.db.failures.now().map(({ failure }) => failure)
    const { out } = app.node
    const why = [
      ...new Set([...probed, ...lasting.filter(({ takesOut }) => takesOut).map(({ says }) => says)]),
      ...(out === null ? [] : [out]),
      ...(app.node.stopping.signal.aborted ? ['stopping'] : []),
      ...(app.hub.isListening() ? [] : ['live events are not connected']),
    ]
    // Whoever makes passwords wait could otherwise take every node out, one after the other, for bets too.
    const busy = passwordsWaiting() > 32 ? ['many passwords are waiting to be checked'] : []
    return reply
      .code(why.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        live: true,
        ready: why.length === 0,
        why,
        warnings: [...lasting.filter(({ takesOut }) => !takesOut).map(({ says }) => says), ...busy],
        mode: app.config.mode,
        beacon: app.beacon.mode,
        betting: bettingStop(app) ?? 'open',
        now: new Date(app.clock.nowMs()).toISOString(),
      })
  })
}

async function databaseProblem(app: App): Promise<string[]> {
  const late = AbortSignal.timeout(1_000)
  const isLate = new Promise<string[]>((resolve) => {
    late.addEventListener('abort', () => resolve(['the database does not answer within a second']), { once: true })
  })
  const answer = sql<{ takes_writes: boolean }>`
    select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes_writes`
    .execute(app.db.query)
    .then(
      ({ rows }) => (rows[0]!.takes_writes ? [] : [failures.read_only.says]),
      (error: unknown) => [failures[app.db.failures.note(error) ?? 'lost'].says],
    )
  return Promise.race([answer, isLate])
}
