import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from '../person.ts'

/** A browser's live stream: the events received, in order, each with the time at which it was read. */
export type Listener = {
  readonly heard: readonly Heard[]
  /** Waits until this many events were received. */
  until(count: number): Promise<readonly Heard[]>
  /** Waits for an event of this kind. */
  hears(kind: string): Promise<void>
  /** The id from which to resume. */
  lastId(): string
  /** How long the server last asked a client to wait before it comes back. */
  retryMs(): number
  /** Waits until the server has closed the stream. */
  ends(): Promise<void>
  close(): void
}

type Heard = { readonly id: string | undefined; readonly kind: string; readonly body: unknown; readonly atMs: number }

export async function listen(visitor: Visitor, lastId?: string): Promise<Listener> {
  const stop = new AbortController()
  const headers: Record<string, string> = lastId ? { 'last-event-id': lastId } : {}
  const { body } = await visitor.fetch('/api/v1/events', { signal: stop.signal, headers })
  const heard: Heard[] = []
  let newest = lastId ?? '0'
  let retryMs = 0
  let isOver = false
  void (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body!) {
      text += decoder.decode(chunk, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop()!
      for (const frame of frames) {
        const [, id] = /^id: (\d+)$/m.exec(frame) ?? []
        newest = id ?? newest
        retryMs = Number(/^retry: (\d+)$/m.exec(frame)?.[1] ?? retryMs)
        const [, kind, data] = /^event: (.+)\ndata: (.+)$/m.exec(frame) ?? []
        if (kind) heard.push({ id, kind, body: JSON.parse(data!), atMs: performance.now() })
      }
    }
  })()
    .catch(() => {})
    .then(() => (isOver = true))
  const waitFor = async (isThere: () => boolean) => {
    for (let waitedMs = 0; !isThere(); waitedMs += 20) {
      if (waitedMs > 5_000) throw new Error(`only these events were received: ${JSON.stringify(heard)}`)
      await sleep(20)
    }
  }
  return {
    heard,
    until: async (count) => {
      await waitFor(() => heard.length >= count)
      return heard
    },
    hears: (kind) => waitFor(() => heard.some((each) => each.kind === kind)),
    lastId: () => newest,
    retryMs: () => retryMs,
    ends: () => waitFor(() => isOver),
    close: () => stop.abort(),
  }
}
