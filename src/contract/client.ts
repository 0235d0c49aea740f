import * as z from 'zod/mini'
import type { Endpoint, Input, Output } from './endpoint.ts'
import { inputRefusal, isCode } from './input-refusal.ts'
import type { Facts, RefusalCode } from './refusals.ts'

/** The server's time in milliseconds. A header, so that it does not change an answer that is the same for everybody. */
export const serverTimeHeader = 'x-server-time'

/** Says that nobody is at the console that sends this: it asks by itself. Such a request does not keep its session from ending. */
export const unattendedHeader = 'x-unattended'

/** Sends a call. The app passes in how: with `fetch` in a browser, with anything else in a test. */
export type Transport = (request: {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  form?: Form
}) => Promise<{ status: number; body: unknown }>

/** A picture on its way to the server: text fields, and the file in the field `file`. */
export type Form = { readonly fields: Readonly<Record<string, string>>; readonly file: FileBody }

/** The part of a browser's `Blob` that the contract needs. */
type FileBody = { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> }

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
export type Call = <E extends JsonEndpoint>(call: E, input: Sent<E>, key?: string) => Promise<Output<E>>

/** A call that answers a picture is used as an address: `<img src={addressOf(viewUpload, { id })}>`. */
type JsonEndpoint = Endpoint & { readonly output: z.ZodMiniType }
type Sent<E extends Endpoint> = Input<E> & (E extends { body: 'picture' } ? { readonly file: FileBody } : unknown)

/**
 * Where a call wants the password once more, `askPassword` asks for it and the call is made again, under the same
 * key; false says that it was not given.
 */
export function createClient(send: Transport, askPassword?: () => Promise<boolean>): Call {
  const callOnce: Call = async (call, input, key) => {
    const { url, headers, ...rest } = packed(call, input)
    const { status, body } = await send({
      method: call.method,
      url,
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      ...rest,
    })
    if (status >= 400) throw asRefused(body)
    return decoded(call.output, body) as Output<typeof call>
  }
  return async (call, input, key) => {
    try {
      return await callOnce(call, input, key)
    } catch (error) {
      const isAskedFor = error instanceof Refused && error.code === 'confirm_again'
      if (!isAskedFor || !(await askPassword?.())) throw error
      return callOnce(call, input, key)
    }
  }
}

/** The answer as its call declares it. What a newer server adds to it is left out: a page stays open over an update. */
function decoded(output: z.ZodMiniType, body: unknown): unknown {
  const read = z.safeDecode(output, body)
  if (read.success) return read.data
  for (const issue of read.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const place = issue.path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)[step], body)
    for (const key of issue.keys) delete (place as Record<string, unknown>)[key]
  }
  return z.decode(output, body)
}

/** Where a picture is shown from. */
export function addressOf<E extends Endpoint & { readonly output: 'picture' }>(call: E, input: Input<E>): string {
  return packed(call, input).url
}

type Fields = Record<string, string | number | boolean | undefined>
type Packed = { url: string; headers: Record<string, string>; body?: string; form?: Form }

/** Where a call goes, and what goes with it. */
function packed(call: Endpoint, input: unknown): Packed {
  const { file, ...others } = input as { file: FileBody }
  const { url, rest } = address(call, encodeInput(call, call.body ? others : input))
  // The content type of a form names its boundary, which the transport chooses.
  if (call.body) return { url, headers: {}, form: { fields: rest as Record<string, string>, file } }
  if (call.method === 'GET') return { url: url + query(rest), headers: {} }
  return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) }
}

/**
 * Input that the server would refuse as malformed is refused here already, with the same code and without a request.
 */
function encodeInput(call: Endpoint, input: unknown): Fields {
  const encoded = z.safeEncode(call.input, input)
  if (encoded.success) return encoded.data as Fields
  const { code, facts } = inputRefusal(encoded.error.issues)
  throw new Refused(code, facts)
}

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
  // A proxy may answer in another form; to the player that is a fault like any other.
  if (!problem.success || !isCode(problem.data.code)) return new Refused('fault')
  return new Refused(problem.data.code, problem.data.facts)
}
