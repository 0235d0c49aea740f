import { type IncomingMessage, request as requestPlain } from 'node:http'
import { type Agent, request } from 'node:https'
import type { RequestDetails } from 'web-push'
import { isEndpoint, lookupPublic, NotPublic } from './public-addresses.ts'

/** An endpoint that takes longer is treated as one that does not answer. */
const answerMs = 10_000
/** Push services answer with a status; what else they say is not read, and more than this is cut off. */
const answerBytesMost = 4_096

export type Posting = {
  readonly agent: Agent
  /** Ends all requests under way. */
  readonly stopping: AbortSignal
  readonly allowsLoopback: boolean
}

/** Posts an encrypted notification and returns the status of the answer. Redirects are not followed. */
export async function postPush(
  { endpoint, headers, body }: RequestDetails,
  { agent, stopping, allowsLoopback }: Posting,
): Promise<number> {
  if (!isEndpoint(endpoint, { allowsLoopback })) throw new NotPublic('the endpoint is not a public https address')
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(answerMs)])
  const asked = { method: 'POST', headers, signal }
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage) => {
      resolve(answer.statusCode!)
      discard(answer)
    }
    // Only an endpoint of a test, on this machine, is plain.
    const sent = endpoint.startsWith('http:')
      ? requestPlain(endpoint, asked, onAnswer)
      : request(endpoint, { ...asked, agent, lookup: lookupPublic }, onAnswer)
    sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error)).end(body)
  })
}

/** Reads a short answer to its end, so that the connection can be used again. */
function discard(answer: IncomingMessage): void {
  let bytes = 0
  answer.on('error', () => undefined)
  answer.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > answerBytesMost) answer.destroy()
  })
}
