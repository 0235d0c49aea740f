import * as z from 'zod/mini'
import type { Endpoint, Input, Output } from './endpoint.ts'
import { type Facts, type RefusalCode, isRefusalCode } from './refusals.ts'

/** A call as it goes out. The app hands in what carries it: `fetch` in a browser, anything else in a test. */
export type Transport = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}) => Promise<{ status: number; body: unknown }>

/** The server said no, and why. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly facts: Facts

  constructor(code: RefusalCode, facts: Facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/** A caller typed by the contract: `call(signIn, { account, password })`. */
export type Call = <E extends Endpoint>(call: E, input: Input<E>, key?: string) => Promise<Output<E>>

export function createClient(send: Transport): Call {
  return async (call, input, key) => {
    const fields = z.encode(call.input, input) as Fields
    const { url, rest } = address(call, fields)
    const hasBody = call.method !== 'GET'
    const { status, body } = await send({
      method: call.method,
      url: hasBody ? url : url + query(rest),
      headers: {
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(hasBody && { body: JSON.stringify(rest) }),
    })
    if (status >= 400) throw asRefused(body)
    return z.decode(call.output, body) as Output<typeof call>
  }
}

type Fields = Record<string, string | number | boolean | undefined>

/** Puts fields into the places of the path; what is left goes into the body or the query. */
function address(call: Endpoint, fields: Fields) {
  const rest = { ...fields }
  const url = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url: `/api/v1${url}`, rest }
}

function query(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const Problem = z.object({ code: z.string(), facts: z.optional(z.record(z.string(), z.string())) })

function asRefused(body: unknown): Refused {
  const problem = z.safeParse(Problem, body)
  // A proxy in between may answer in its own words; to the player that is our fault all the same.
  if (!problem.success || !isRefusalCode(problem.data.code)) return new Refused('fault')
  return new Refused(problem.data.code, problem.data.facts)
}
