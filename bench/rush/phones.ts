import { type Socket, connect } from 'node:net'

/** What each of many phones does: listens, and asks for these paths within `spreadMs` after it heard a result. */
export type Phones = {
  readonly url: string
  readonly phones: number
  readonly cookies: readonly string[]
  readonly paths: readonly string[]
  readonly spreadMs: number
  /** Connections to ask over: what stands in front of the app gathers the requests of many phones. */
  readonly connections: number
}

export type Rush = {
  readonly answered: number
  /** Refused for want of room, with a time to come back. */
  readonly shed: number
  /** How many got any other answer than 200, 304 or that, by status. */
  readonly failed: Readonly<Record<string, number>>
  /** From the moment at which each phone wanted to ask to its whole answer. */
  readonly tookMs: readonly number[]
  readonly lastMs: number
}

// A separate process, so that asking does not take time from the server under test.
process.once('message', (given: Phones) => {
  const { hostname, port } = new URL(given.url)
  const to = { host: hostname, port: Number(port) }
  let heard = 0
  listen(
    { ...to, phones: given.phones },
    {
      connected: () => process.send!('connected'),
      heard: () => {
        // All phones of this process hear it within milliseconds; the first one begins for all.
        if (heard++ === 0) void ask(to, given).then((rush) => process.send!(rush))
      },
    },
  )
})
process.on('disconnect', () => process.exit(0))

type Address = { readonly host: string; readonly port: number }
type Listening = { connected(): void; heard(): void }

function listen({ host, port, phones }: Address & { readonly phones: number }, { connected, heard }: Listening): void {
  let open = 0
  const openNext = (left: number) => {
    if (left === 0) return
    const socket = connect(port, host)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.includes('retry: ')) {
        text = ''
        if (++open === phones) connected()
        return openNext(left - 1)
      }
      if (text.includes('event: draw.result')) heard()
      if (text.endsWith('\n\n')) text = ''
    })
    socket.on('error', () => {})
    socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`)
  }
  // Fifty at a time: a listening socket's queue is short.
  for (let lane = 0; lane < 50; lane++) openNext(Math.floor(phones / 50))
}

type Question = { readonly dueMs: number; readonly head: string }

/** Sends every question at its moment, or as soon after it as a connection is free, and waits for all answers. */
async function ask(to: Address, { phones, cookies, paths, spreadMs, connections }: Phones): Promise<Rush> {
  const startedMs = performance.now()
  const questions = Array.from({ length: phones }, (_, phone) =>
    paths.map((path): Question => {
      const cookie = cookies[phone % cookies.length]!
      const head = `GET ${path} HTTP/1.1\r\nhost: ${to.host}\r\ncookie: ${cookie}\r\naccept-encoding: gzip, br\r\n\r\n`
      return { dueMs: startedMs + Math.random() * spreadMs, head }
    }),
  )
    .flat()
    .sort((one, other) => one.dueMs - other.dueMs)
  const seen = { answered: 0, shed: 0, failed: {} as Record<string, number>, tookMs: [] as number[] }
  let next = 0
  const lane = async () => {
    const send = openLane(to)
    for (let question = questions[next++]; question; question = questions[next++]) {
      const earlyMs = question.dueMs - performance.now()
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs))
      const { status, retryAfter } = await send(question.head)
      seen.answered++
      seen.tookMs.push(performance.now() - question.dueMs)
      if ((status === '503' || status === '429') && retryAfter) seen.shed++
      else if (status !== '200' && status !== '304') seen.failed[status] = (seen.failed[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return { ...seen, lastMs: performance.now() - startedMs }
}

type Answer = { readonly status: string; readonly retryAfter: boolean }

/** One connection with one request at a time: reading as little as possible, so that two processes can be ten thousand phones. */
function openLane({ host, port }: Address): (head: string) => Promise<Answer> {
  let tell: (answer: Answer) => void = () => {}
  let socket: Socket | null = null
  let got: Buffer = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    got = got.length === 0 ? chunk : Buffer.concat([got, chunk])
    const end = got.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = got.toString('latin1', 0, end)
    const status = head.slice(9, 12)
    const length = status === '304' ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (got.length < end + 4 + length) return
    got = Buffer.alloc(0)
    tell({ status, retryAfter: /\r\nretry-after: \d/i.test(head) })
  }
  const lost = () => {
    socket = null
    got = Buffer.alloc(0)
    tell({ status: 'unanswered', retryAfter: false })
  }
  return (head) =>
    new Promise((resolve) => {
      tell = resolve
      if (!socket) {
        socket = connect(port, host)
        socket.setNoDelay(true)
        socket.on('data', read)
        socket.on('error', () => {})
        socket.once('close', lost)
      }
      socket.write(head)
    })
}
