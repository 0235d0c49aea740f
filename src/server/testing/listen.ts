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
  close(): void
}

type Heard = { readonly id: string; readonly kind: string; readonly body: unknown; readonly atMs: number }

export async function listen(visitor: Visitor, lastId?: string): Promise<Listener> {
  const stop = new AbortController()
  const headers: Record<string, string> = lastId ? { 'last-event-id': lastId } : {}
  const { body } = await visitor.fetch('/api/v1/events', { signal: stop.signal, headers })
  const heard: Heard[] = []
  void (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body!) {
      text += decoder.decode(chunk, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop()!
      for (const frame of frames) {
        const [, id, kind, data] = /id: (\d+)\nevent: (.+)\ndata: (.+)/.exec(frame) ?? []
        if (kind) heard.push({ id: id!, kind, body: JSON.parse(data!), atMs: performance.now() })
      }
    }
  })().catch(() => {})
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
    lastId: () => heard.at(-1)?.id ?? '0',
    close: () => stop.abort(),
  }
}
