import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint'
import type { Visitor } from '../person.ts'
import type { Fields } from './samples.ts'

/** A request as it goes out, of which any part may be spoilt. */
export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export type Answer = {
  readonly status: number
  /** The code of a refusal; null where the call was carried out. */
  readonly code: string | null
  readonly text: string
  readonly headers: Headers
}

/** Puts fields where a call expects them: in the path, in the query, or in the body. */
export function requestOf(call: Pick<Endpoint, 'method' | 'path'>, fields: Fields): Sent {
  const rest: Record<string, unknown> = { ...fields }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(asText(value)) || '%20'
  })
  const isRead = call.method === 'GET'
  const pairs = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, asText(value)].map(encodeURIComponent).join('=')],
  )
  return {
    method: call.method,
    path: `/api/v1${path}${isRead && pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    headers: isRead ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(!isRead && { body: JSON.stringify(rest) }),
  }
}

/** As an address can hold it; half of a surrogate pair cannot be encoded. */
export function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'x')).toWellFormed()
}

/** Longer than any answer takes on a slow machine; an answer that does not come is a fault. */
const answeredWithinMs = 20_000

export async function send({ fetch }: Pick<Visitor, 'fetch'>, { path, ...init }: Sent): Promise<Answer> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(answeredWithinMs) })
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
  const code = isProblem ? (JSON.parse(text) as { code: string }).code : null
  return { status: response.status, code, text, headers: response.headers }
}
