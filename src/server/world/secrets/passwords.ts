import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { Secret } from './secret.ts'
import { turns } from '../work/turns.ts'

// 19 MiB, two passes, one lane: the OWASP minimum for Argon2id. The library works on its own threads.
const argon2id = 2 as Algorithm.Argon2id
const strength = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash keeps a core busy for a while, so only two run at a time and the queue is short. */
const hashing = turns({ atOnce: 2, queueMost: 64 })

export function passwordsWaiting(): number {
  return hashing.waiting()
}

export async function hashPassword(password: string, pepper: Secret): Promise<string> {
  return hashing.take(() => hash(password, { ...strength, secret: Buffer.from(pepper.reveal()) }))
}

/**
 * Compares a password with a stored hash. Without a hash it does the same work and answers false, so that the time it takes does
 * not reveal whether an account exists.
 */
export async function isPassword(password: string, stored: string | null, pepper: Secret): Promise<boolean> {
  const secret = { secret: Buffer.from(pepper.reveal()) }
  const matches = await hashing.take(() => verify(stored ?? decoy, password, secret))
  return matches && stored !== null
}

/** A hash with the parameters above whose password nobody knows. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$jAt2kT0Yk7vVxQ5ZqTmWxg$q7C2rKcMCe2o0u1lIGR3EukTfYcMbfuqAYYt3yVnF3M'
