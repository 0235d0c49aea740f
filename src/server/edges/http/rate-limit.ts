import type { FastifyRequest } from 'fastify'
import type { LimitClass } from '#contract/endpoint'
import { networkOf } from '#core/rules/guessing'
import type { App } from '../../world/app.ts'
import type { Config } from '../../world/config.ts'
import { callerOf } from './find-caller.ts'
import type { CookieJar } from './cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted by address, whoever is signed in: the calls by which somebody gets in. */
    countsByAddress?: boolean
  }
}

/**
 * Calls a minute: of one account, or from one address where nobody is signed in. Reading is cheap; a sign-in costs a password
 * hash, a picture a second of a core, a live stream what it missed.
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
  return { max: perMinute[limit] * config.rateLimitFactor, timeWindow: 60_000, groupId: limit }
}

/** By whom a request is counted. Whole mobile networks share an address, so who is signed in is counted for themselves. */
export function limitKey(app: App, jar: CookieJar) {
  return async (request: FastifyRequest): Promise<string> => {
    const caller = request.routeOptions.config.countsByAddress ? null : await callerOf(app, request, jar.read(request))
    if (!caller) return networkOf(request.ip)
    return caller.kind === 'player' ? `player:${caller.playerId}` : `operator:${caller.operatorId}`
  }
}
