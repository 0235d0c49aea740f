import { randomInt, randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, type ServerResponse, createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Finding } from './finding.ts'

/** An answer that went through. */
type Passed = { readonly call: string; readonly status: number; readonly code: string | null }

/** Stands between a tool and the house. */
export type Gate = {
  readonly url: string
  readonly passed: Passed[]
  /** Answers that are wrong whatever was asked: faults, and texts that name internals. */
  findings(): Finding[]
  close(): Promise<void>
}

type Entrance = { readonly path: string; readonly body: object }

/** The house trusts the gate, so it may say that every request comes from somewhere else, as those of a botnet do. */
const anyAddress = () => `10.${[0, 0, 0].map(() => randomInt(1, 255)).join('.')}`

/** What an answer must not say: it would tell an attacker about the program behind it. */
const internals =
  /node_modules|\/src\/server|at (?:async )?\w+ \(file:|SQLSTATE|syntax error at or near|pg_catalog|duplicate key value|relation "\w+"|ECONNREFUSED/

/**
 * Tools know neither sessions nor idempotency keys. The gate logs in for them, gives every request a key of its own, so that none is
 * answered from memory, and looks at every answer itself.
 */
export async function openGate(tool: string, upstream: string, entrance: Entrance | null): Promise<Gate> {
  const { hostname, port, host } = new URL(upstream)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const passed: Passed[] = []
  const wrong = new Map<string, Finding>()
  let cookie = entrance ? await enter(upstream, entrance) : ''
  let enteredAt = performance.now()

  const look = (call: string, status: number, said: string) => {
    passed.push({ call, status, code: /"code":"(\w+)"/.exec(said)?.[1] ?? null })
    const note = (severity: Finding['severity'], what: string) =>
      wrong.set(`${call} ${what}`, { tool, severity, where: call, what })
    // 503 is how the house says that it is busy.
    if (status >= 500 && status !== 503) note('high', `the answer has status ${status}`)
    const leak = internals.exec(said)
    if (leak) note('medium', `the answer names internals: ${leak[0]}`)
  }

  const unread = (call: string) => {
    const what = 'the answer is compressed although nobody asked for that, so nobody has looked at it'
    wrong.set(`${call} ${what}`, { tool, severity: 'medium', where: call, what })
  }

  const server = createServer((request, response) => {
    const own = { host, 'idempotency-key': randomUUID(), 'x-forwarded-for': anyAddress() }
    const headers = { ...request.headers, ...own, ...(cookie && { cookie }) }
    // An answer that is compressed could not be read here, and what it says is looked at, whatever the tool could take.
    delete headers['accept-encoding']
    delete headers.origin
    delete headers.referer
    const sent = ask({ hostname, port, agent, path: request.url, method: request.method, headers }, (answer) => {
      void passOn(answer, response, (said) => {
        look(callOf(request), answer.statusCode!, said)
        if (answer.headers['content-encoding']) unread(callOf(request))
        // A call may have ended the session, as logging out does.
        if (answer.statusCode !== 401 || !entrance || performance.now() - enteredAt < 1_000) return
        enteredAt = performance.now()
        void enter(upstream, entrance).then(
          (fresh) => (cookie = fresh),
          () => undefined,
        )
      })
    })
    sent.on('error', () => response.destroy())
    request.on('error', () => sent.destroy())
    request.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    findings: () => [...wrong.values()],
    close: async () => {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The path without what the tool put into it: identifiers and queries differ from request to request. */
const callOf = ({ method, url }: IncomingMessage) => `${method} ${decoded(url!.split('?')[0]!)}`

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, 120)
  } catch {
    return path.slice(0, 120)
  }
}

async function passOn(answer: IncomingMessage, response: ServerResponse, look: (said: string) => void): Promise<void> {
  const { 'content-encoding': encoding, 'content-type': type } = answer.headers
  // Whether this connection stays open is between the tool and the gate: a tool of HTTP/1.0 waits until it is closed.
  const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
  response.writeHead(answer.statusCode!, headers)
  // What is compressed or endless is handed on as it comes.
  if (encoding || type?.includes('event-stream')) {
    look('')
    answer.pipe(response)
    return
  }
  const said = await text(answer).catch(() => '')
  look(said)
  response.end(said)
}

/** Logs in, and returns the cookies. */
async function enter(upstream: string, { path, body }: Entrance): Promise<string> {
  const answer = await fetch(upstream + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the tool was not let in: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
