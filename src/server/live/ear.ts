import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectClient } from '../db/hosts.ts'
import type { Log } from '../log.ts'

export const channel = 'clearball_event'

/** A connection that does nothing but listen. It opens itself again when it is lost, and says so that nothing is missed. */
export type Ear = { connect(): Promise<void>; isListening(): boolean; close(): Promise<void> }

export function openEar({ url, log, onNews }: { url: string; log: Log; onNews: (payload: string) => void }): Ear {
  const state: { client: Client | null; isClosed: boolean } = { client: null, isClosed: false }
  const connect = async () => {
    for (let waitMs = 100; !state.isClosed; waitMs = Math.min(waitMs * 2, 5_000)) {
      let client: Client | null = null
      try {
        client = await connectClient(url, { options: '-c role=clearball_app' })
        client.on('notification', ({ payload }) => onNews(payload ?? ''))
        await client.query(`listen ${channel}`)
        client.once('end', () => {
          state.client = null
          if (!state.isClosed) void connect()
        })
        state.client = client
        // What was committed while nobody listened.
        return onNews('')
      } catch (error) {
        log.warn({ err: error }, 'live events are not connected')
        await client?.end().catch(() => {})
        await sleep(waitMs)
      }
    }
  }
  return {
    connect,
    isListening: () => state.client !== null,
    close: async () => {
      state.isClosed = true
      await state.client?.end()
    },
  }
}
