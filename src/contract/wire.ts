import * as z from 'zod/mini'
import { type Cents, formatCents, parseCents } from '#core/money/cents'

/**
 * The first check of every text: a text that is too long is not checked further, since matching a pattern blocks the
 * event loop.
 */
/* @__NO_SIDE_EFFECTS__ */
export function atMost(most: number, refusal?: string) {
  return z.maxLength(most, { abort: true, ...(refusal && { error: refusal }) })
}

/** For text that may hold anything else: PostgreSQL keeps neither NUL nor half of a surrogate pair. */
export const storable = /* @__PURE__ */ z.regex(/^[^\0\p{Cs}]*$/u)

/** Money on the wire: decimal text with two places. Whatever is not exactly that is an abnormal amount. */
export const Amount = z.codec(
  z
    .string({ error: ({ input }) => (input === undefined ? 'amount_missing' : 'amount_abnormal') })
    .check(
      z.minLength(1, { error: 'amount_missing', abort: true }),
      z.regex(/^(0|[1-9][0-9]{0,11})\.[0-9]{2}$/, 'amount_abnormal'),
    ),
  z.custom<Cents>((value) => typeof value === 'bigint'),
  { decode: (text) => parseCents(text)!, encode: formatCents },
)

/** A movement of money on the wire: the same, with a minus sign where it is negative. In answers only. */
export const SignedAmount = z.codec(
  z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,11})\.[0-9]{2}$/)),
  z.custom<Cents>((value) => typeof value === 'bigint'),
  {
    decode: (text) => (text.startsWith('-') ? ((0n - parseCents(text.slice(1))!) as Cents) : parseCents(text)!),
    encode: formatCents,
  },
)

/** An instant on the wire: ISO text in UTC. In code: milliseconds. */
export const Instant = z.codec(z.iso.datetime({ precision: 3 }), z.int(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
})

/** A page's place in a list: opaque to clients, made and read by the server alone. */
const Cursor = z.string().check(atMost(200), z.regex(/^[A-Za-z0-9_-]*$/))

/** What every list takes and gives. */
export const pageInput = { after: z.optional(Cursor) }

/** A part of a file that is too long for one answer. The parts are joined; the last has no `next`. */
export const FilePart = z.strictObject({ name: z.string(), csv: z.string(), next: z.nullable(Cursor) })

/** Asks for one part of a file after the other, each from where the last one ended, and joins them. */
export async function wholeFile(
  ask: (after: { readonly after?: string }) => Promise<z.infer<typeof FilePart>>,
): Promise<{ name: string; text: string }> {
  const first = await ask({})
  const texts = [first.csv]
  for (let { next } = first; next !== null;) {
    const part = await ask({ after: next })
    texts.push(part.csv)
    next = part.next
  }
  return { name: first.name, text: texts.join('') }
}
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ items: z.array(item), next: z.nullable(Cursor) })
}
