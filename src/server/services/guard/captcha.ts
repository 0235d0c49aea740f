import { createHmac } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as deriveWork } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { CaptchaChallenge, type CaptchaPurpose } from '#contract/people/captcha'
import { type Secret, deriveKey } from '../../world/secrets/secret.ts'
import type { Guard } from './attempts.ts'

const livesMs = 10 * 60_000

/** One step of the work takes 1 to 5 ms in a browser, so that the overhead of calling its crypto threads hardly counts. */
const stepIterations = 5_000

const Payload = z.object({
  challenge: CaptchaChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

/** A challenge for one purpose. The server does one step of the work to make it and none to check it. */
export async function makeChallenge(
  { config, random, nowMs }: Omit<Guard, 'db'>,
  purpose: CaptchaPurpose,
): Promise<CaptchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: stepIterations,
    // The solution may be at any step from the first on: with a narrower range, a program could skip the beginning.
    counter: 1 + random.below(2 * config.captchaCost),
    // The library's own expiry uses the machine's clock; this one is signed as well and uses the app's clock.
    data: { purpose, expiresAtMs: nowMs + livesMs },
    deriveKey: deriveWork,
    ...signingKeys(config.pepper),
  })
  return z.parse(CaptchaChallenge, challenge)
}

type Given = {
  readonly purpose: CaptchaPurpose
  readonly captcha: string | undefined
  /** The content of a call with an idempotency key, so that a retry with the same content may carry the same solution. */
  readonly content?: unknown
}

/** Why a solution is refused, or null. This uses the solution up, whatever happens to the request it came with. */
export async function captchaRefusal(
  guard: Guard,
  given: Given,
): Promise<'captcha_required' | 'captcha_invalid' | null> {
  if (!given.captcha) return 'captcha_required'
  const payload = z.safeParse(Payload, readPayload(given.captcha))
  if (!payload.success) return 'captcha_invalid'
  const { challenge, solution } = payload.data
  const { purpose, expiresAtMs } = challenge.parameters.data
  if (purpose !== given.purpose || expiresAtMs <= guard.nowMs) return 'captcha_invalid'
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey: deriveWork,
    ...signingKeys(guard.config.pepper),
  })
  return verified && (await spend(guard, challenge, given.content)) ? null : 'captcha_invalid'
}

async function spend({ db, config }: Guard, challenge: CaptchaChallenge, content: unknown): Promise<boolean> {
  const used = {
    signature: Buffer.from(challenge.signature, 'hex'),
    // Keyed, because the content may include a password.
    content_hash:
      content === undefined
        ? null
        : createHmac('sha256', deriveKey(config.pepper, 'captcha content')).update(JSON.stringify(content)).digest(),
    expires_at: new Date(challenge.parameters.data.expiresAtMs),
  }
  const added = await db.query
    .insertInto('used_captcha')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst()
  if (added) return true
  if (!used.content_hash) return false
  const first = await db.query
    .selectFrom('used_captcha')
    .select('content_hash')
    .where('signature', '=', used.signature)
    .executeTakeFirst()
  return first?.content_hash?.equals(used.content_hash) ?? false
}

function signingKeys(pepper: Secret) {
  return {
    hmacSignatureSecret: deriveKey(pepper, 'captcha challenge').toString('hex'),
    hmacKeySignatureSecret: deriveKey(pepper, 'captcha solution').toString('hex'),
  }
}

function readPayload(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString())
  } catch {
    return null
  }
}
