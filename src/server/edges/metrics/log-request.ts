import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../world/log.ts'

/** What supervisors and load balancers ask every few seconds. */
const probes = ['/api/live', '/api/health']

/**
 * One line for each request that was answered, at `info`; probes at `debug`. It names the call or the route and never the address
 * as it was sent, which may contain a token, and it contains nothing of what was sent or answered.
 */
export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route, config } = request.routeOptions
  const level = route !== undefined && probes.includes(route) ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  const write = (caller: string) =>
    log[level](
      {
        request: request.id,
        // Whatever is no route of ours gets the app's page, or is refused as unknown.
        call: config.call ?? route ?? 'page',
        caller,
        status: reply.statusCode,
        outcome: outcomeOf(request, reply),
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  if (!request.signedIn) return write('visitor')
  void request.signedIn.then(
    (caller) => write(caller?.kind ?? 'visitor'),
    // The look-up failed; nobody knows who it was.
    () => write('unknown'),
  )
}

/** `ok`, the code of the refusal, or `cut` where the client did not wait for the end of the answer. */
function outcomeOf({ refused, routeOptions }: FastifyRequest, { raw }: FastifyReply): string {
  if (refused) return refused
  return raw.writableFinished || routeOptions.config.isStream ? 'ok' : 'cut'
}
