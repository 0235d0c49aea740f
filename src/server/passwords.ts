import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { Secret } from './secret.ts'

// 19 MiB, two passes, one lane: the OWASP minimum for Argon2id. The library works on its own threads.
const argon2id = 2 as Algorithm.Argon2id
const strength = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at a time and a short queue: a burst of log-ins may not take all cores, nor wait longer than a person would. */
const atOnce = 2
const queueMost = 64

let running = 0
const waiting: (() => void)[] = []

/** Thrown when so many passwords wait that a new one could not be answered in good time. */
export class HashingBusy extends Error {}

export function passwordsWaiting(): number {
  return waiting.length
}

export async function hashPassword(password: string, pepper: Secret): Promise<string> {
  return bounded(() => hash(password, { ...strength, secret: Buffer.from(pepper.reveal()) }))
}

/** Compares with a stored hash; without one it does the same work and says no, so that timing tells nothing. */
export async function isPassword(password: string, stored: string | null, pepper: Secret): Promise<boolean> {
  const secret = { secret: Buffer.from(pepper.reveal()) }
  const matches = await bounded(() => verify(stored ?? decoy, password, secret))
  return matches && stored !== null
}

/** A hash of the strength above that no password is known for. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$jAt2kT0Yk7vVxQ5ZqTmWxg$q7C2rKcMCe2o0u1lIGR3EukTfYcMbfuqAYYt3yVnF3M'

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueMost) throw new HashingBusy('too many passwords to check')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    // The place is handed to the next in line rather than freed, so nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
