const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/**
 * How guesses of one kind are counted: a bucket that every try fills by one and that loses one every `fadeMs`. A full
 * bucket takes no try until one has faded, so any hour sees at most `most` and an hour's fading of them. Nothing is
 * ever locked for good: whoever stops trying, or proves to be the owner, starts afresh.
 */
export type GuessPolicy = {
  readonly most: number
  readonly fadeMs: number
  /** The pause after that many tries; the last stands for all beyond. */
  readonly pausesMs: readonly number[]
  /** How many counted tries it takes until a captcha is asked for. */
  readonly captchaFrom: number
  /** What a success proves: one person's bucket is emptied by it, a crowd's only gets that try back. */
  readonly of: 'person' | 'crowd'
  /** A full bucket of this kind refuses nobody; it only asks everybody for a captcha. */
  readonly isOpen?: true
}

const seconds = (...each: number[]) => each.map((count) => count * secondMs)
const never = Number.POSITIVE_INFINITY

/** Eight at a growing distance, then one in five minutes: 20 an hour, from however many addresses. */
const login = {
  most: 8,
  fadeMs: 5 * minuteMs,
  pausesMs: seconds(0, 0, 0, 5, 10, 20, 40, 80),
  captchaFrom: 3,
  of: 'person',
} as const satisfies GuessPolicy

/** An operator handles other people's money: 10 an hour from one place. */
const console = {
  most: 5,
  fadeMs: 12 * minuteMs,
  pausesMs: seconds(0, 0, 10, 30, 90),
  captchaFrom: never,
  of: 'person',
} as const satisfies GuessPolicy

export const guessPolicies = {
  /** A player's login password, by the player, or by the name typed where nobody has it. */
  login,
  /** The same from a browser that was logged in to that account before: strangers cannot use this one up. */
  device: login,
  /** An operator's password by the account and the network it is tried from: whoever guesses locks themselves out. */
  console,
  'console-device': console,
  /**
   * The same from everywhere together, which few guessers have: 60 an hour. Known browsers and passkeys are not held by
   * it.
   */
  'console-account': { most: 30, fadeMs: 2 * minuteMs, pausesMs: [0], captchaFrom: never, of: 'person' },
  /** Wrong log-ins from one address. Enough for an office on a Monday morning; successes do not count. */
  address: { most: 100, fadeMs: 30 * secondMs, pausesMs: [0], captchaFrom: 3, of: 'crowd' },
  /** Wrong log-ins altogether: ten minutes of one a second, and everybody solves captchas until it is over. */
  everybody: { most: 1_200, fadeMs: secondMs, pausesMs: [0], captchaFrom: 600, of: 'crowd', isOpen: true },
  /** Registrations from one address, made or refused. */
  registration: { most: 20, fadeMs: 3 * minuteMs, pausesMs: [0], captchaFrom: 0, of: 'crowd' },
  /** Messages of one player to customer service: twenty at once, then one in three seconds. */
  message: { most: 20, fadeMs: 3 * secondMs, pausesMs: [0], captchaFrom: never, of: 'person' },
  /**
   * Changes of a password, of second factors, and new wallets, each of which sends a mail: of each kind sixty at once, then one in ten minutes. The address may be
   * somebody else's, because nobody has confirmed it, and the codes of all players wait in the same mail queue.
   */
  notice: { most: 60, fadeMs: 10 * minuteMs, pausesMs: [0], captchaFrom: never, of: 'person' },
  /** This, and what else is counted by player, for the one whom all visitors of a demonstration share. */
  shared: { most: 600, fadeMs: 10 * secondMs, pausesMs: [0], captchaFrom: never, of: 'person' },
  /** Messages of visitors from one address: a captcha for each beyond the third, then one in half a minute. */
  'visitor-message': { most: 20, fadeMs: 30 * secondMs, pausesMs: [0], captchaFrom: 4, of: 'crowd' },
  /** Countersignatures of one draw from one network. */
  witness: { most: 4, fadeMs: hourMs, pausesMs: [0], captchaFrom: never, of: 'crowd' },
  /**
   * The payment password, by player: the fifth failure locks money actions for half an hour, and so does each after it.
   */
  payment: {
    most: 5,
    fadeMs: 30 * minuteMs,
    pausesMs: [...seconds(0, 0, 0, 0, 0), 30 * minuteMs],
    captchaFrom: never,
    of: 'person',
  },
  /**
   * A new password, by player: the answer tells whether it is the player's other one, so each is a guess at that. Otherwise a thief with
   * one password would learn the other.
   */
  'other-password': { most: 10, fadeMs: 30 * minuteMs, pausesMs: [0], captchaFrom: never, of: 'person' },
  /** New addresses and numbers that a player asks for, which tells whether somebody has them. */
  contact: { most: 30, fadeMs: 10 * minuteMs, pausesMs: [0], captchaFrom: never, of: 'person' },
  /** A verification code, by the request it belongs to. It lives for ten minutes, so five tries are all there are. */
  code: { most: 5, fadeMs: hourMs, pausesMs: [0], captchaFrom: never, of: 'person' },
} as const satisfies Record<string, GuessPolicy>

export type GuessKind = keyof typeof guessPolicies

/** What is remembered of the tries of one subject: when the last was, and when all will have faded. */
export type Tally = { readonly lastMs: number; readonly emptyAtMs: number }

/** The policy of a kind. What counts crowds grows with the rate limits' factor; what guards a person never does. */
export function guessPolicy(kind: GuessKind, crowdFactor = 1): GuessPolicy {
  const policy: GuessPolicy = guessPolicies[kind]
  if (policy.of === 'person') return policy
  return { ...policy, most: policy.most * crowdFactor, captchaFrom: policy.captchaFrom * crowdFactor }
}

/** The state before the first try, and after a success of the person it belongs to. */
export function emptyTally(nowMs: number): Tally {
  return { lastMs: nowMs, emptyAtMs: nowMs }
}

/**
 * The instant to count by: never one before the last try, which a node whose clock is ahead may have counted. Until this clock has reached
 * it nothing fades, and nobody waits until then because of it alone.
 */
const countedAt = (tally: Tally, nowMs: number) => Math.max(nowMs, tally.lastMs)

/** How many tries count at that instant; one that has begun to fade still counts. */
export function triesCounted(policy: GuessPolicy, tally: Tally, nowMs: number): number {
  return Math.max(0, Math.ceil((tally.emptyAtMs - countedAt(tally, nowMs)) / policy.fadeMs))
}

/** How long until the next try is taken; 0 when it is now. */
export function waitMs(policy: GuessPolicy, tally: Tally, nowMs: number): number {
  if (policy.isOpen) return 0
  const hasRoomAtMs = tally.emptyAtMs - (policy.most - 1) * policy.fadeMs
  return Math.max(0, pauseLeftMs(policy, tally, nowMs), hasRoomAtMs - countedAt(tally, nowMs))
}

/** What is left of the pause after the last try. One that a clock far ahead began is none here: it would last longer than any. */
function pauseLeftMs(policy: GuessPolicy, tally: Tally, nowMs: number): number {
  const tries = triesCounted(policy, tally, tally.lastMs)
  const pauseMs = policy.pausesMs[Math.min(tries, policy.pausesMs.length - 1)]!
  const leftMs = tally.lastMs + pauseMs - nowMs
  return leftMs > Math.max(...policy.pausesMs) ? 0 : leftMs
}

/** Counts one more try. A request that waited its turn may also bring an older instant than the last one's. */
export function countTry(policy: GuessPolicy, tally: Tally, nowMs: number): Tally {
  const lastMs = countedAt(tally, nowMs)
  const emptyAtMs = Math.max(tally.emptyAtMs, lastMs) + policy.fadeMs
  return { lastMs, emptyAtMs: Math.min(emptyAtMs, lastMs + policy.most * policy.fadeMs) }
}

/** Takes one try back, as if it had not been made. */
export function takeBack(policy: GuessPolicy, tally: Tally): Tally {
  return { ...tally, emptyAtMs: tally.emptyAtMs - policy.fadeMs }
}

export function needsCaptcha(policy: GuessPolicy, tally: Tally, nowMs: number): boolean {
  return triesCounted(policy, tally, nowMs) >= policy.captchaFrom
}

/** What one household or office is known by: its IPv4 address, or the /64 that every IPv6 customer has to itself. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [before = '', after = ''] = plain.split('::')
  const [head, tail] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}
