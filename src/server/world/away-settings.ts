import * as z from 'zod/mini'
import { Secret } from './secrets/secret.ts'

/** Who is told of new cases and alarms while no operator is logged in. */
export type AwaySettings = {
  readonly mails: readonly string[]
  readonly webhook: AwayWebhook | null
}

export type AwayWebhook = {
  readonly url: string
  /** Signs every message, so that its receiver knows whom it is from. */
  readonly key: Secret
  /** Whether the address may be one of a private network. */
  readonly allowsPrivate: boolean
}

export const awaySettings = {
  AWAY_MAIL: z.pipe(
    z
      ._default(z.string(), '')
      .check(
        z.regex(/^([^\s,@]+@[^\s,@]+(, ?[^\s,@]+@[^\s,@]+){0,19})?$/, 'must be up to 20 addresses with commas between'),
      ),
    z.transform((text) => text.split(/, ?/).filter(Boolean)),
  ),
  AWAY_WEBHOOK: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })),
  AWAY_WEBHOOK_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  AWAY_WEBHOOK_PRIVATE: z.pipe(
    z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
    z.transform((value) => value === 'on'),
  ),
}

type Read = z.infer<z.ZodMiniObject<typeof awaySettings>>

export function toAwaySettings({ AWAY_MAIL, AWAY_WEBHOOK: url, AWAY_WEBHOOK_KEY: key, ...rest }: Read): AwaySettings {
  const webhook = url && key ? { url, key: new Secret(key), allowsPrivate: rest.AWAY_WEBHOOK_PRIVATE } : null
  return { mails: AWAY_MAIL, webhook }
}

/** An address without a key would silently get nothing. */
export function awayProblems({ AWAY_WEBHOOK, AWAY_WEBHOOK_KEY }: Read): string[] {
  if (Boolean(AWAY_WEBHOOK) === Boolean(AWAY_WEBHOOK_KEY)) return []
  return ['AWAY_WEBHOOK and AWAY_WEBHOOK_KEY must be set together: every message is signed']
}
