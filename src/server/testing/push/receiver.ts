import { type ECDH, createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Input } from '#contract/endpoint'
import type { subscribePush } from '#contract/people/push'

/** What a browser got: the decrypted text, and what the push service saw of it. */
type Received = {
  readonly text: string
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
  /** Everything that came over the wire, as the push service could keep it. */
  readonly wire: string
}

/** How an endpoint answers; a number is a status without a body. */
type Behaviour = number | 'hangs' | 'redirects' | 'floods' | 'babbles'

export type Browser = {
  /** What the browser would give to the server. */
  readonly subscription: Input<typeof subscribePush>
  readonly received: readonly Received[]
  /** How many requests came to its endpoint, whatever was answered. */
  asked(): number
  behave(as: Behaviour): void
}

export type PushReceiver = {
  /** A browser with keys and an endpoint of its own. */
  browser(): Browser
  /** What was wrong with requests: a signature, a claim, an encryption. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

type Kept = Browser & {
  readonly keys: ECDH
  readonly secret: Buffer
  received: Received[]
  requests: number
  as: Behaviour
}

/**
 * A push service with its browsers: it checks who signed a request (RFC 8292), and the browser decrypts it with its own keys (RFC 8291).
 * What cannot be verified or decrypted counts as not received.
 */
export async function openPushReceiver(publicKey: string): Promise<PushReceiver> {
  const browsers = new Map<string, Kept>()
  const complaints: string[] = []
  const server = createServer((request, response) => {
    void take(request, response).catch((error: unknown) => {
      complaints.push(String(error))
      response.writeHead(400).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const browser = browsers.get(request.url!)
    const body = await buffer(request)
    if (!browser) return void response.writeHead(404).end()
    browser.requests++
    checkSignature(request.headers.authorization ?? '', { publicKey, origin })
    if (browser.as === 201 || browser.as === 'babbles' || browser.as === 'floods')
      browser.received.push(receivedBy(browser, request, body))
    answer(response, browser.as)
  }
  return {
    browser: () => {
      const browser = newBrowser(origin)
      browsers.set(new URL(browser.subscription.endpoint).pathname, browser)
      return browser
    },
    complaints,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function newBrowser(origin: string): Kept {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const secret = randomBytes(16)
  const endpoint = `${origin}/push/${randomBytes(16).toString('base64url')}`
  const browser: Kept = {
    subscription: { endpoint, p256dh, auth: secret.toString('base64url') },
    keys,
    secret,
    received: [],
    requests: 0,
    as: 201,
    asked: () => browser.requests,
    behave: (as) => (browser.as = as),
  }
  return browser
}

function answer(response: ServerResponse, as: Behaviour): void {
  if (as === 'hangs') return
  if (typeof as === 'number') return void response.writeHead(as).end()
  if (as === 'redirects') return void response.writeHead(307, { location: '/push/elsewhere' }).end()
  response.writeHead(200, { 'content-type': 'text/html' })
  if (as === 'babbles') return void response.end('<html>{"success": false, "status": 410}</html>')
  const part = Buffer.alloc(65_536, 'x')
  const flood = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', flood).on('error', () => undefined)
  flood()
}

type Vapid = { readonly publicKey: string; readonly origin: string }

/** Throws unless the request is signed by the house, for this push service, and not for longer than a day. */
function checkSignature(header: string, { publicKey, origin }: Vapid): void {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  if (!token || key !== publicKey) throw new Error(`not signed by the house: ${header}`)
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const house = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = { key: house, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not hold')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  const leftS = read.exp - Date.now() / 1_000
  if (read.aud !== origin || leftS <= 0 || leftS > 86_400 || !/^(mailto|https):/.test(read.sub))
    throw new Error(`wrong claims: ${JSON.stringify(read)}`)
}

function receivedBy(browser: Kept, { headers, url }: IncomingMessage, body: Buffer): Received {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted')
  const text = decrypt(browser, body)
  const wire = [url, JSON.stringify(headers), body.toString('latin1')].join('\n')
  return { text, ttl: Number(headers.ttl), urgency: String(headers.urgency), topic: String(headers.topic), wire }
}

/** One record of `aes128gcm`: salt, record size, the sender's key, and the encrypted text with its padding mark. */
function decrypt({ keys, secret }: Pick<Kept, 'keys' | 'secret'>, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + sender.length)
  const derive = (material: Uint8Array, from: { salt: Uint8Array; info: Buffer; bytes: number }) =>
    Buffer.from(hkdfSync('sha256', material, from.salt, from.info, from.bytes))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const shared = derive(keys.computeSecret(sender), { salt: secret, info: about, bytes: 32 })
  const key = derive(shared, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 })
  const nonce = derive(shared, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
