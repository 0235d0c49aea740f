import { consoleApi, playerApi } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { likelyInput } from '#contract/testing/schema-walk'

/** A request as it would be made, and the names of what can be changed in it. */
export type Request = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | null
}

type Operation = { readonly operationId: string; readonly parameters: readonly { name: string; in: string }[] }
type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Ending what the tools work with would only end the attack. */
const leftOut = new Set(['signOut', 'signOutOperator', 'closeAccount', 'beginExclusion'])

/** Every call that an address describes at `/api/openapi.json`, with an input that may be valid. */
export async function describedCalls(url: string): Promise<Request[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as Description
  const known: Readonly<Record<string, Endpoint>> = { ...playerApi, ...consoleApi }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, parameters }]) => {
      const call = known[operationId]
      // Pictures are sent as forms, which the tests about pictures attack.
      if (!call || leftOut.has(operationId) || call.body === 'picture') return []
      return [requestOf({ method: method.toUpperCase(), path, parameters }, likelyInput(call.input))]
    }),
  )
}

function requestOf(
  { method, path, parameters }: { method: string; path: string; parameters: Operation['parameters'] },
  input: unknown,
): Request {
  const rest = { ...(input as Record<string, unknown>) }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(textOf(value ?? 'x'))
  })
  if (method !== 'GET') return { method, path: `/api/v1${filled}`, query: {}, body: rest }
  const inQuery = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const query = Object.fromEntries(inQuery.map((name) => [name, textOf(rest[name])]))
  return { method, path: `/api/v1${filled}`, query, body: null }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '1' : JSON.stringify(value)
