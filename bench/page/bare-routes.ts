import fastify from 'fastify'

const bet = {
  type: 'object',
  required: ['play', 'selection', 'stake', 'odds'],
  properties: {
    play: { type: 'string', maxLength: 60 },
    selection: { type: 'string', maxLength: 60 },
    stake: { type: 'string', pattern: '^[0-9]{1,12}[.][0-9]{2}$' },
    odds: { type: 'integer' },
  },
}

/** The body of a slip, in the framework's own schema. */
const body = {
  type: 'object',
  required: ['drawId', 'rules', 'bets'],
  properties: {
    drawId: { type: 'string', pattern: '^[a-z0-9_]+:[0-9]{8}:[0-9]{4}$' },
    rules: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    bets: { type: 'array', minItems: 1, maxItems: 100, items: bet },
  },
}

export type BareRoutes = { readonly empty: string; readonly row: string; close(): Promise<void> }

/** Two routes that validate a slip: one does nothing else, the other keeps a row for it. */
export async function openBareRoutes(keep: (at: number) => Promise<unknown>): Promise<BareRoutes> {
  const server = fastify()
  let kept = 0
  server.post('/empty', { schema: { body } }, async () => ({}))
  server.post('/row', { schema: { body } }, async () => {
    await keep(kept++)
    return {}
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return { empty: `${url}/empty`, row: `${url}/row`, close: () => server.close() }
}
