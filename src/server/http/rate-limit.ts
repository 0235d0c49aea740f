import type { LimitClass } from '#contract/endpoint'
import type { Config } from '../config.ts'

/** Calls a minute from one address. Reading is cheap; a sign-in costs a password hash, a picture a second of a core. */
const perMinute: Readonly<Record<LimitClass, number>> = {
  read: 600,
  write: 120,
  bet: 300,
  upload: 30,
  'sign-in': 30,
  register: 20,
}

export function limitOf(limit: LimitClass, config: Config) {
  return { max: perMinute[limit] * config.rateLimitFactor, timeWindow: 60_000, groupId: limit }
}
