import type { Endpoint } from '#contract/endpoint'
import type { House } from '../../open-house.ts'

/** A JSON schema, as far as values are made from it. */
export type Schema = {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly propertyNames?: { readonly enum?: readonly string[] }
}

/** A place in a call's input, however deep, with what the description says of it. */
type Place = { readonly path: readonly (string | number)[]; readonly schema: Schema }

/** A call as the server describes it to everybody. */
export type Described = {
  readonly name: string
  readonly method: Endpoint['method']
  /** With `:name` where a field goes. */
  readonly path: Endpoint['path']
  readonly capability: string | null
  readonly who: Endpoint['who']
  readonly isOnce: boolean
  /** The whole input, as one object; the fields named here stand in the path or in the query. */
  readonly input: Schema
  readonly inAddress: ReadonlySet<string>
  readonly places: readonly Place[]
  /** Every code it may be refused with, and the status that comes with it. */
  readonly refusals: ReadonlyMap<string, number>
}

type Operation = {
  readonly operationId: string
  readonly 'x-capability'?: string
  readonly 'x-who': Endpoint['who']
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[]
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, { 'x-refusals'?: readonly string[] }>>
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** Every call of both apps that takes JSON, read from the documents that the server publishes. */
export async function describedCalls(house: House): Promise<Described[]> {
  const read = async (url: string) => (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const documents = await Promise.all([house.playerUrl, house.consoleUrl].map(read))
  return documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => describe({ path, method, operation })),
    ),
  )
}

function describe({ path, method, operation }: { path: string; method: string; operation: Operation }): Described[] {
  const { operationId, parameters, requestBody, responses, 'x-who': who, 'x-capability': capability = null } = operation
  const body = requestBody?.content['application/json']?.schema
  if (requestBody && !body) return []
  const fields = parameters.filter((each) => each.in !== 'header')
  const refused = Object.entries(responses).flatMap(([status, { 'x-refusals': codes = [] }]) =>
    codes.map((code) => [code, Number(status)] as const),
  )
  return [
    {
      name: operationId,
      method: method.toUpperCase() as Endpoint['method'],
      path: path.replace(/\{(\w+)\}/g, ':$1') as Endpoint['path'],
      capability,
      who,
      isOnce: parameters.some((each) => each.in === 'header'),
      input: inputOf(fields, body),
      inAddress: new Set(fields.map(({ name }) => name)),
      places: [...fields.map(({ name, schema }) => ({ path: [name], schema })), ...(body ? placesOf(body, []) : [])],
      refusals: new Map(refused),
    },
  ]
}

/** Takes no field that is not described, whatever the description says of that: it is written by the code that is tested. */
function inputOf(fields: Operation['parameters'], body: Schema = {}): Schema {
  const options = body.oneOf?.map((each) => inputOf(fields, each))
  if (options) return { oneOf: options }
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])), ...body.properties },
    required: [...fields.filter((each) => each.required).map(({ name }) => name), ...(body.required ?? [])],
    additionalProperties: false,
  }
}

/** Every place of a schema: objects, lists and single values. */
function placesOf(schema: Schema, path: Place['path']): Place[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => placesOf(each, [...path, name])),
    ...(schema.items ? placesOf(schema.items, [...path, 0]) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((each) => placesOf(each, path)),
    ...(typeof schema.additionalProperties === 'object'
      ? placesOf(schema.additionalProperties, [...path, schema.propertyNames?.enum?.[0] ?? 'name'])
      : []),
  ]
  return path.length > 0 ? [{ path, schema }, ...inner] : inner
}
