import { ed25519 } from '@noble/curves/ed25519.js'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hexBytes } from '#core/fairness/pack'
import { verifyEd25519 } from '#core/fairness/signatures'
import { cosignedMessage, formatCosignature } from '#core/fairness/tlog/cosignature'
import { type NoteKey, formatKey, formatSignature, noteKey } from '#core/fairness/tlog/note'
import { type Answer, judgeCheckpoint, mostRequestBytes } from '#core/fairness/tlog/witness'
import { Unreadable } from '../source.ts'
import { type CosignerState, openState } from './state.ts'

export type CosignerOptions = {
  readonly port: number
  readonly host: string
  /** The witness's name, which stands in its signatures: an address without a scheme. */
  readonly name: string
  readonly secretKey: string
  readonly logs: readonly NoteKey[]
  readonly stateFile: string
  readonly clock: () => number
  readonly tell: (event: CosignerEvent) => void
}

export type CosignerEvent =
  | { readonly event: 'cosigned'; readonly origin: string; readonly size: number }
  | { readonly event: 'fork'; readonly origin: string; readonly size: number }
  | { readonly event: 'failed'; readonly why: string }

export type Cosigner = { readonly url: string; readonly vkey: string; close(): Promise<void> }

/** Starts a witness as C2SP's tlog-witness describes it. */
export async function serveCosigner(options: CosignerOptions): Promise<Cosigner> {
  const state = await openState(options.stateFile)
  const secretKey = hexBytes(options.secretKey, 32)
  const key = noteKey(options.name, 4, ed25519.getPublicKey(secretKey))
  const add = inTurn((body: string) =>
    addCheckpoint(body, { ...options, state, key, sign: (message) => ed25519.sign(message, secretKey) }),
  )
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answer(request, response, { add, vkey: formatKey(key) }).catch((error: unknown) => {
      options.tell({ event: 'failed', why: String(error) })
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen(options.port, options.host)
  await once(server, 'listening').catch(async (error: Error) => {
    await state.close()
    throw new Unreadable(`cannot listen on ${options.host}:${options.port}: ${error.message}`)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${options.host}:${port}`,
    vkey: formatKey(key),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await state.close()
    },
  }
}

/** Runs one call after the other: between the judgement of a checkpoint and its storing no other may be judged. */
function inTurn<T>(work: (body: string) => Promise<T>): (body: string) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (body) => {
    const next = last.then(() => work(body))
    last = next.catch(() => {})
    return next
  }
}

type Adding = CosignerOptions & {
  readonly state: CosignerState
  readonly key: NoteKey
  readonly sign: (message: Uint8Array) => Uint8Array
}

async function addCheckpoint(
  body: string,
  { logs, state, key, sign, clock, tell }: Adding,
): Promise<Answer & { line?: string }> {
  const judged = judgeCheckpoint(body, { logs, seen: state.seen, verify: verifyEd25519 })
  if (judged.status === 409 && judged.isFork) {
    const note = body.slice(body.indexOf('\n\n') + 2)
    const origin = note.slice(0, note.indexOf('\n'))
    await state.keepContradiction(origin, note)
    tell({ event: 'fork', origin, size: judged.size })
  }
  if (judged.status !== 200) return judged
  const { checkpoint, text } = judged
  if (state.seen(checkpoint.origin)?.size !== checkpoint.size) await state.store(checkpoint.origin, text)
  const seconds = Math.floor(clock() / 1_000)
  const bytes = formatCosignature(seconds, sign(cosignedMessage(text, seconds)))
  tell({ event: 'cosigned', origin: checkpoint.origin, size: checkpoint.size })
  return { ...judged, line: formatSignature({ name: key.name, id: key.id, bytes }) }
}

type Serving = { readonly add: (body: string) => Promise<Answer & { line?: string }>; readonly vkey: string }

async function answer(request: IncomingMessage, response: ServerResponse, { add, vkey }: Serving): Promise<void> {
  const say = (status: number, type = 'text/plain; charset=utf-8', text = '') => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
  }
  const path = request.url?.split('?')[0]
  // For people: which key to name in a policy.
  if (path === '/' && request.method === 'GET') return say(200, undefined, `${vkey}\n`)
  if (path !== '/add-checkpoint') return say(404)
  if (request.method !== 'POST') return say(405)
  const body = await readBody(request)
  if (body === null) {
    response.setHeader('connection', 'close')
    return say(413)
  }
  const answered = await add(body)
  if (answered.status === 409) return say(409, 'text/x.tlog.size', `${answered.size}\n`)
  return say(answered.status, undefined, answered.line ? `${answered.line}\n` : '')
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostRequestBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
