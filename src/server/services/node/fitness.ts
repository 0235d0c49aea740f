import type { FastifyRequest } from 'fastify'
import type { App } from '../../world/app.ts'
import { Refusal } from '../../world/refusal.ts'

/**
 * A node that does not fit its database, or cannot remember what it gives receipts for, refuses every call, so that the load balancer
 * sends the retry to another node.
 */
export function refuseWhileOut({ node, logMark }: App, { url }: FastifyRequest): void {
  if ((node.out ?? logMark.unwritten()) !== null && url.startsWith('/api/v1/'))
    throw new Refusal('busy', { seconds: '30' })
}

/** Anybody can send a single request with forwarding headers; so many within a minute come from a proxy. */
const proxyFrom = 10
const minuteMs = 60_000
/** How long after the last of them the alarm stays open. */
const overAfterMs = 5 * minuteMs

/**
 * Notices a proxy that is missing from TRUSTED_PROXIES: all users behind it would share the rate limits of one address. Only a
 * site with an https address is behind a proxy, because this server itself speaks plain HTTP.
 */
export function openProxyWatch({ node, clock, log }: App, isSecure: boolean): (request: FastifyRequest) => void {
  let [since, lastMs, count] = [0, 0, 0]
  return ({ headers, ip, socket }) => {
    if (!isSecure) return
    const nowMs = clock.steadyMs()
    const isUntrusted = headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress
    if (!isUntrusted) {
      if (count >= proxyFrom && nowMs - lastMs > overAfterMs) {
        count = 0
        node.find('proxies', null)
      }
      return
    }
    if (nowMs - since > minuteMs && count < proxyFrom) [since, count] = [nowMs, 0]
    lastMs = nowMs
    if (++count !== proxyFrom) return
    log.error({ peer: ip }, 'forwarding headers come from an address that is not in TRUSTED_PROXIES')
    node.find('proxies', { what: `${ip} is not in TRUSTED_PROXIES`, sinceMs: clock.nowMs() })
  }
}
