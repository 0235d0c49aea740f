import * as z from 'zod/mini'
import { exclusionKinds } from '#core/rules/play/exclusion'
import { Instant } from '../wire.ts'

/** The time-out or self-exclusion that somebody is in. */
export const Exclusion = z.strictObject({
  kind: z.enum(exclusionKinds),
  /** Nothing ends it before. A self-exclusion goes on from there until a day after the player asks to return. */
  until: Instant,
  /** When betting and topping up are open again, where that is known. */
  opensAt: z.nullable(Instant),
  canAskToReturn: z.boolean(),
})
