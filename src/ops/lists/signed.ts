import * as z from 'zod/mini'
import { SignedAmount } from '#contract/wire'
import type { Cents } from '#core/money/cents'

/** An amount as a list writes it, which may be negative. */
export function parseSigned(text: string): Cents {
  return z.decode(SignedAmount, text)
}
