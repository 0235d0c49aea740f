import { setImmediate as othersTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Endpoint, refusalsOf } from '#contract/endpoint'
import { type RefusalCode, refusals } from '#contract/refusals'
import { type Texts, refusalSentence } from '#contract/texts'

type Json = Record<string, unknown>

type Described = { title: string; cookie: string; texts: Texts }

/** The contract as OpenAPI 3.1, every refusal of every call listed. All calls at once would keep other requests waiting. */
export async function describeApi(api: Record<string, Endpoint>, { title, cookie, texts }: Described): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(api)) {
    await othersTurn()
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, texts) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Amounts are decimal text with two places, instants ISO text in UTC. Calls that move money take a client-made UUID as Idempotency-Key and repeat the first answer to the same key. Refusals are application/problem+json with a code; Accept-Language picks the language of their sentence.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  }
}

function operation(name: string, call: Endpoint, texts: Texts): Json {
  const { $schema: _, ...input } = z.toJSONSchema(call.input, { io: 'input' }) as Json
  const fields = (input.properties ?? {}) as Record<string, Json>
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const isInPath = (field: string) => inPath.includes(field)
  const parameters = Object.entries(fields)
    .filter(([field]) => call.method === 'GET' || isInPath(field))
    .map(([field, schema]) => ({
      name: field,
      in: isInPath(field) ? 'path' : 'query',
      required: isInPath(field) || ((input.required as string[]) ?? []).includes(field),
      schema,
    }))
  const required = !call.keyOptional
  const key = { name: 'Idempotency-Key', in: 'header', required, schema: { type: 'string', format: 'uuid' } }
  return {
    operationId: name,
    summary: call.summary,
    security: call.who === 'anyone' ? [] : [{ session: [] }],
    'x-who': call.who,
    ...(call.can && { 'x-capability': call.can }),
    'x-rate-limit-class': call.limit,
    parameters: call.once ? [...parameters, key] : parameters,
    ...(call.method !== 'GET' && {
      requestBody: { required: true, content: requestContent(call, without(input, inPath)) },
    }),
    responses: {
      200: { description: 'Done', content: answerContent(call) },
      ...refusalResponses(refusalsOf(call), texts),
    },
  }
}

/** What goes into the body: a field of the path that is sent there as well is refused. */
function without(input: Json, inPath: readonly string[]): Json {
  if (inPath.length === 0) return input
  const isSent = (field: string) => !inPath.includes(field)
  const properties = Object.entries((input.properties ?? {}) as Json).filter(([field]) => isSent(field))
  const required = ((input.required as string[] | undefined) ?? []).filter(isSent)
  return { ...input, properties: Object.fromEntries(properties), required }
}

function requestContent(call: Endpoint, input: Json): Json {
  if (call.body !== 'picture') return { 'application/json': { schema: input } }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const properties = { ...(input.properties as Json), file }
  return { 'multipart/form-data': { schema: { ...input, properties, required: Object.keys(properties) } } }
}

function answerContent({ output }: Endpoint): Json {
  if (output === 'picture') return { 'image/jpeg': {} }
  const { $schema: _, ...schema } = z.toJSONSchema(output, { io: 'input' }) as Json
  return { 'application/json': { schema } }
}

/** One response per status, naming each code that is answered with it. */
function refusalResponses(codes: readonly RefusalCode[], texts: Texts): Json {
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${refusalSentence(texts, code)}`).join('; '),
        'x-refusals': group,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const problem: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'facts', 'instance'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(refusals) },
    detail: { type: 'string' },
    facts: { type: 'object', additionalProperties: { type: 'string' } },
    instance: { type: 'string' },
  },
}
