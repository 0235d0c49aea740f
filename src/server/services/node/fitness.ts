import type { FastifyRequest } from 'fastify'
import type { App } from '../../world/app.ts'
import { Refusal } from '../../world/refusal.ts'

/** A node that does not fit its database answers no call: the load balancer sends the next try to another. */
export function refuseWhileOut({ node }: App, { url }: FastifyRequest): void {
  if (node.out !== null && url.startsWith('/api/v1/')) throw new Refusal('busy', { seconds: '30' })
}

/** One such request may be anybody's; so many within a minute are a proxy's. */
const proxyFrom = 10
const minuteMs = 60_000
/** How long after the last of them the alarm stands. */
const overAfterMs = 5 * minuteMs

/**
 * Sees where a proxy is not among TRUSTED_PROXIES: everybody behind it would share the limits of one address. Only a site with
 * an https address is behind one, since this server speaks plain HTTP.
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
