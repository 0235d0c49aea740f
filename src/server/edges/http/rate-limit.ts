import type { FastifyRequest } from 'fastify'
import type { LimitClass } from '#contract/endpoint'
import { networkOf } from '#core/rules/guessing'
import type { App } from '../../world/app.ts'
import type { Config } from '../../world/config.ts'
import { callerOf } from './find-caller.ts'
import type { CookieJar } from './cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted by address even for signed-in callers: log-in, registration and the like. */
    countsByAddress?: boolean
    /** Counted by session instead of by account. */
    countsBySession?: boolean
  }
}

/**
 * Requests per minute to each call of a class: per account, or per address where nobody is signed in. Every call has a count of its own,
 * because the plugin makes a store for each route. Reading is cheap; a log-in costs a password hash, a picture a second of a core, a live
 * stream the replay of missed events.
 */
const perMinute: Readonly<Record<LimitClass | 'live', number>> = {
  read: 600,
  write: 120,
  bet: 300,
  upload: 30,
  'sign-in': 30,
  register: 20,
  live: 300,
}

export function limitOf(limit: LimitClass | 'live', config: Config) {
  return { max: perMinute[limit] * config.rateLimitFactor, timeWindow: 60_000 }
}

/**
 * Who a request counts against. Whole mobile networks share an address, so signed-in callers are counted by account.
 */
export function limitKey(app: App, jar: CookieJar) {
  return async (request: FastifyRequest): Promise<string> => {
    const { countsByAddress, countsBySession } = request.routeOptions.config
    const caller = countsByAddress ? null : await callerOf(app, request, jar.read(request))
    if (!caller) return networkOf(request.ip)
    if (countsBySession) return `session:${caller.sessionId}`
    return caller.kind === 'player' ? `player:${caller.playerId}` : `operator:${caller.operatorId}`
  }
}
