import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from './person.ts'

/** A browser's live channel: what came, in order, with the moment each was read. */
export type Listener = {
  readonly heard: readonly Heard[]
  /** Waits until so many came. */
  until(count: number): Promise<readonly Heard[]>
  /** Waits for one of a kind. */
  hears(kind: string): Promise<void>
  /** Where to resume. */
  lastId(): string
  /** Waits until the server has ended it. */
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
        const [, kind, data] = /^event: (.+)\ndata: (.+)$/m.exec(frame) ?? []
        if (kind) heard.push({ id, kind, body: JSON.parse(data!), atMs: performance.now() })
      }
    }
  })()
    .catch(() => {})
    .then(() => (isOver = true))
  const waitFor = async (isThere: () => boolean) => {
    for (let waitedMs = 0; !isThere(); waitedMs += 20) {
      if (waitedMs > 5_000) throw new Error(`only this was heard: ${JSON.stringify(heard)}`)
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
    ends: () => waitFor(() => isOver),
    close: () => stop.abort(),
  }
}
