import { Agent, type IncomingMessage, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the listeners of a run met. */
export type Heard = {
  /** Streams that broke off instead of ending. */
  cut: number
  /** Answers that were no stream. */
  refused: number
  /** How often a listener was told that it missed too much and must reload. */
  resyncs: number
  reconnects: number
}

/** A browser's `EventSource`: comes back after the time that the server named, and resumes from the last event it has. */
export type Listener = {
  /** The event from which on it listens. */
  from(): bigint | null
  readonly ids: readonly bigint[]
  lastId(): bigint | null
  close(): void
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })

export function openListener(url: string, heard: Heard): Listener {
  const over = new AbortController()
  const ids: bigint[] = []
  let from: bigint | null = null
  let last: bigint | null = null
  let retryMs = 3_000
  const take = (frame: string) => {
    const [, retry] = /^retry: (\d+)$/m.exec(frame) ?? []
    if (retry) retryMs = Number(retry)
    const [, id] = /^id: (\d+)$/m.exec(frame) ?? []
    if (id === undefined) return
    last = BigInt(id)
    from ??= last
    if (/^event: resync$/m.test(frame)) heard.resyncs++
    else if (/^event: /m.test(frame)) ids.push(last)
  }
  const follow = async () => {
    for (let times = 0; !over.signal.aborted; times++) {
      if (times > 0) {
        heard.reconnects++
        await sleep(retryMs, null, { signal: over.signal }).catch(() => {})
      }
      if (!over.signal.aborted) await readOnce({ url, last, signal: over.signal, heard, take })
    }
  }
  void follow()
  return { from: () => from, ids, lastId: () => last, close: () => over.abort() }
}

type Reading = { url: string; last: bigint | null; signal: AbortSignal; heard: Heard; take(frame: string): void }

/** Resolves when the stream is over, however it ended. */
function readOnce({ url, last, signal, heard, take }: Reading): Promise<void> {
  return new Promise((resolve) => {
    const headers = { accept: 'text/event-stream', ...(last !== null && { 'last-event-id': String(last) }) }
    const cut = () => {
      if (!signal.aborted) heard.cut++
      resolve()
    }
    get(`${url}/api/v1/events`, { agent, headers, signal }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) {
        heard.refused++
        answer.resume().once('close', resolve)
        return
      }
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        const frames = (text + chunk).split('\n\n')
        text = frames.pop()!
        frames.forEach(take)
      })
      answer.once('end', resolve)
      answer.once('error', cut)
    }).once('error', cut)
  })
}
