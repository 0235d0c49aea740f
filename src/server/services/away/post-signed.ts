import { createHmac } from 'node:crypto'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSafe } from 'node:https'
import { isIP } from 'node:net'
import type { AwayWebhook } from '../../world/away-settings.ts'
import { NotPublic, isPublic, lookupPublic } from '../push/public-addresses.ts'

/** A receiver that takes longer is treated as one that does not answer. */
const answerMs = 10_000

type Signed = { readonly id: string; readonly body: string; readonly nowMs: number }

/**
 * The signature over the time and the content, as in `t=1793592000,v1=…`: HMAC-SHA-256 in hex over the time, a full stop and the body. A
 * receiver that checks the time cannot be sent an old message again.
 */
function signatureOf({ body, nowMs }: Omit<Signed, 'id'>, key: string): string {
  const at = Math.floor(nowMs / 1_000)
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`
}

/**
 * Posts a message to the webhook and returns the status of the answer. Redirects are not followed, and what the receiver says besides its
 * status is not read, so it can neither lead the request elsewhere nor keep it going.
 */
export async function postSigned(
  { url, key, allowsPrivate }: AwayWebhook,
  { id, body, nowMs }: Signed,
  stopping: AbortSignal,
): Promise<number> {
  const { protocol, hostname } = new URL(url)
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (!allowsPrivate && isIP(bare) !== 0 && !isPublic(bare))
    throw new NotPublic(`${bare} is an address of a private network, and AWAY_WEBHOOK_PRIVATE is off`)
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(answerMs)])
  const asked = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'clearball-message': id,
      'clearball-signature': signatureOf({ body, nowMs }, key.reveal()),
    },
    signal,
    // The connection goes to the addresses that were checked, so a name that is resolved differently a moment later gains nothing.
    ...(!allowsPrivate && { lookup: lookupPublic }),
  }
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage) => {
      resolve(answer.statusCode!)
      answer.on('error', () => undefined)
      answer.destroy()
    }
    const send = protocol === 'https:' ? requestSafe : requestPlain
    send(url, asked, onAnswer)
      .on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
      .end(body)
  })
}
