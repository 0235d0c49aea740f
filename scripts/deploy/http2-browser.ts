import { once } from 'node:events'
import { type ClientHttp2Stream, type IncomingHttpHeaders, connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }
type Request = { readonly body?: string; readonly headers?: Record<string, string> }

/** A browser with one HTTP/2 connection, which keeps its cookies. */
export type Browser = {
  ask(method: string, path: string, request?: Request): Promise<Answer>
  listen(path: string): Promise<Stream>
  close(): void
}

type Stream = {
  /** Waits until this text has arrived. */
  hears(text: string): Promise<void>
  close(): void
}

type Place = { readonly port: number; readonly host: string; readonly ca: Buffer; readonly from: string }

export async function openBrowser({ port, host, ca, from }: Place): Promise<Browser> {
  const tls = { host: '127.0.0.1', port, localAddress: from, servername: host, ca, ALPNProtocols: ['h2'] }
  const session = connect(`https://${host}`, { createConnection: () => connectTls(tls) })
  await once(session, 'connect')
  if (session.alpnProtocol !== 'h2') throw new Error(`the front speaks ${session.alpnProtocol}, not HTTP/2`)
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, { body, headers }: Request = {}) => {
    const stream = session.request({
      ':method': method,
      ':path': path,
      origin: `https://${host}`,
      ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    })
    // A front that refuses a long body resets the stream while it is still being sent.
    stream.on('error', () => {})
    stream.end(body)
    const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }]
    for (const line of answered['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return { stream, headers: answered, status: answered[':status'] }
  }
  return {
    ask: async (method, path, request) => {
      const { stream, headers, status } = await send(method, path, request)
      return { status, headers, body: await textOf(stream) }
    },
    listen: async (path) => {
      const { stream, status } = await send('GET', path)
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      return listening(stream)
    },
    close: () => session.destroy(),
  }
}

async function textOf(stream: ClientHttp2Stream): Promise<string> {
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (piece: string) => (text += piece))
  if (!stream.closed) await once(stream, 'close')
  return text
}

function listening(stream: ClientHttp2Stream): Stream {
  let heard = ''
  stream.setEncoding('utf8')
  stream.on('data', (piece: string) => (heard += piece))
  return {
    hears: async (text) => {
      for (let waitedMs = 0; !heard.includes(text); waitedMs += 5) {
        if (waitedMs > 10_000) throw new Error(`only this was heard: ${heard}`)
        await sleep(5)
      }
    },
    close: () => stream.close(),
  }
}
