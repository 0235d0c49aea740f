import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { RunningConfig } from '../app.ts'
import { turns } from '../work/turns.ts'

const argon2id = 2 as Algorithm.Argon2id

/** Two passes over the configured memory, in one lane. The library works on its own threads. */
const strength = ({ passwordMemoryKib }: Hashing) =>
  ({ algorithm: argon2id, memoryCost: passwordMemoryKib, timeCost: 2, parallelism: 1 }) as const

type Hashing = Pick<RunningConfig, 'pepper' | 'formerPepper' | 'passwordMemoryKib'>

/** Stands before a hash that was made with the pepper before the last change. */
export const formerMark = 'former:'

/** Each hash keeps a core busy for a while, so only two run at a time and the queue is short. */
const hashing = turns({ atOnce: 2, queueMost: 64 })

export function passwordsWaiting(): number {
  return hashing.waiting()
}

export async function hashPassword(password: string, config: Hashing): Promise<string> {
  return hashing.take(() => hash(password, { ...strength(config), secret: Buffer.from(config.pepper.reveal()) }))
}

/**
 * Compares a password with a stored hash. Without a hash it does the same work and answers false, so that the time it takes does
 * not reveal whether an account exists.
 */
export async function isPassword(password: string, stored: string | null, config: Hashing): Promise<boolean> {
  const isFormer = stored?.startsWith(formerMark) ?? false
  const pepper = isFormer ? config.formerPepper : config.pepper
  const known = pepper && stored && (isFormer ? stored.slice(formerMark.length) : stored)
  const secret = { secret: Buffer.from((pepper ?? config.pepper).reveal()) }
  const matches = await hashing.take(() => verify(known ?? decoy(config), password, secret))
  return matches && known !== null
}

/** A hash of the same strength whose password nobody knows. */
const decoy = ({ passwordMemoryKib }: Hashing) =>
  `$argon2id$v=19$m=${passwordMemoryKib},t=2,p=1$jAt2kT0Yk7vVxQ5ZqTmWxg$q7C2rKcMCe2o0u1lIGR3EukTfYcMbfuqAYYt3yVnF3M`
