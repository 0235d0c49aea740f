import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { atMost } from '../wire.ts'

const captchaPurposes = ['register', 'sign-in', 'recover', 'service'] as const

/** What a solved captcha is good for, and nothing else. */
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/** An ALTCHA proof of work: derive keys from nonce and salt, counting up, until one begins with the prefix. */
export const CaptchaChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    cost: z.int(),
    data: z.strictObject({ purpose: z.enum(captchaPurposes), expiresAtMs: z.int() }),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
})
export type CaptchaChallenge = z.output<typeof CaptchaChallenge>

/**
 * A solved challenge on its way back: base64 of JSON with `challenge` and `solution`, as ALTCHA's own widget sends it.
 */
export const Captcha = z.optional(
  z.string('captcha_invalid').check(atMost(4_000, 'captcha_invalid'), z.regex(/^[A-Za-z0-9+/=]*$/, 'captcha_invalid')),
)

export const getCaptcha = endpoint({
  method: 'GET',
  path: '/captcha',
  summary: 'A proof-of-work challenge that tells people from scripts; it expires after ten minutes and serves once',
  who: 'anyone',
  input: z.strictObject({ purpose: z.enum(captchaPurposes) }),
  output: CaptchaChallenge,
  refuses: [],
  limit: 'read',
})
