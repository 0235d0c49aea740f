import * as z from 'zod/mini'
import { exclusionSpans } from '#core/rules/play/exclusion'
import { realityCheckMinutes } from '#core/rules/play/reality-check'
import { endpoint } from '../endpoint.ts'
import { Amount, Instant, SignedAmount } from '../wire.ts'
import { Exclusion } from './exclusion.ts'

export const beginExclusion = endpoint({
  method: 'POST',
  path: '/exclusion',
  summary:
    'Shut oneself out of betting and topping up, at once and with no way back before the end; withdrawing stays possible, other sessions end',
  who: 'player',
  fresh: true,
  input: z.strictObject({ span: z.enum(exclusionSpans, 'kind_unknown') }),
  output: z.strictObject({ exclusion: Exclusion }),
  refuses: ['kind_unknown', 'exclusion_not_longer', 'money_stopped'],
  limit: 'write',
})

export const askToReturn = endpoint({
  method: 'POST',
  path: '/exclusion/return',
  summary: 'Ask to return once a self-exclusion has lasted its time; it ends a day later',
  who: 'player',
  fresh: true,
  input: z.strictObject({}),
  output: z.strictObject({ opensAt: Instant }),
  refuses: ['player_excluded', 'exclusion_none'],
  limit: 'write',
})

export const showRealityCheck = endpoint({
  method: 'GET',
  path: '/reality-check',
  summary: 'How long the player has been playing in this session and what came of it, by the books',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({
    /** Null where the player wants none. */
    minutes: z.nullable(z.int()),
    /** How long until the next one is due; nothing while one waits for its answer. */
    dueInMs: z.nullable(z.int()),
    playedMs: z.int(),
    staked: Amount,
    won: Amount,
    net: SignedAmount,
  }),
  refuses: [],
  limit: 'read',
})

export const setRealityCheck = endpoint({
  method: 'PUT',
  path: '/reality-check',
  summary: 'Choose how often one is shown time and net result, or never',
  who: 'player',
  input: z.strictObject({ minutes: z.nullable(z.literal(realityCheckMinutes, 'kind_unknown')) }),
  output: z.strictObject({}),
  refuses: ['kind_unknown'],
  limit: 'write',
})

export const answerRealityCheck = endpoint({
  method: 'POST',
  path: '/reality-check/answer',
  summary: 'Say that time and net result were seen; the next ones come an interval later',
  who: 'player',
  input: z.strictObject({}),
  output: z.strictObject({}),
  refuses: [],
  limit: 'write',
})
