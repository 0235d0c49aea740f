import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectClient } from '../../db/hosts.ts'
import type { Log } from '../../world/log.ts'

/** The channels of `NOTIFY`: events, and sessions that ended. */
export const channel = 'clearball_event'
const sessionChannel = 'clearball_session'

/**
 * The interval of the heartbeat, and how long its answer may take. A connection that a firewall dropped silently stays open on this
 * side and would never receive anything again.
 */
const beatMs = 2_000
const answerMostMs = 3_000

/** A connection that only listens. When it is lost, it reconnects and calls `catchUp`, so that no event is missed. */
export type Listener = { connect(): Promise<void>; isListening(): boolean; close(): Promise<void> }

type Heard = {
  url: string
  log: Log
  onNews(payload: string): void
  onSessionEnded(id: string): void
  /** Called when a heartbeat has no answer in time: the sign of a frozen server that comes first. */
  onLost(error: unknown): void
  /** Called at every heartbeat, in case a notification got lost, and after every gap, in which any number may have been. */
  catchUp(since: 'beat' | 'gap'): void
}

export function openListener(heard: Heard): Listener {
  const { log, catchUp } = heard
  const state: { client: Client | null; isClosed: boolean; beat: NodeJS.Timeout | null } = {
    client: null,
    isClosed: false,
    beat: null,
  }
  const connect = async () => {
    for (let waitMs = 100; !state.isClosed; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        const client = await openClient(heard)
        if (state.isClosed) return cut(client)
        client.once('end', () => {
          state.client = null
          if (!state.isClosed) void connect()
        })
        state.client = client
        return catchUp('gap')
      } catch (error) {
        log.warn({ err: error }, 'live events are not connected')
        await sleep(waitMs)
      }
    }
  }
  const beat = async () => {
    const { client } = state
    catchUp('beat')
    await client?.query('select').catch((error: unknown) => {
      if (!state.isClosed) heard.onLost(error)
      // This emits `end`, which opens another connection.
      cut(client)
    })
    if (!state.isClosed) state.beat = setTimeout(() => void beat(), beatMs)
  }
  return {
    connect: async () => {
      await connect()
      state.beat = setTimeout(() => void beat(), beatMs)
    },
    isListening: () => state.client !== null,
    close: async () => {
      state.isClosed = true
      if (state.beat) clearTimeout(state.beat)
      const { client } = state
      if (client) await Promise.race([client.end(), sleep(1_000)]).then(() => cut(client))
    },
  }
}

async function openClient({ url, onNews, onSessionEnded }: Heard): Promise<Client> {
  const client = await connectClient(url, {
    options: '-c role=clearball_app',
    connectionTimeoutMillis: 5_000,
    query_timeout: answerMostMs,
    keepAlive: true,
  })
  client.on('notification', (heard) =>
    heard.channel === sessionChannel ? onSessionEnded(heard.payload ?? '') : onNews(heard.payload ?? ''),
  )
  try {
    await client.query(`listen ${channel}`)
    await client.query(`listen ${sessionChannel}`)
    return client
  } catch (error) {
    cut(client)
    throw error
  }
}

/** Destroys the socket: an orderly `end()` would wait for a server that does not answer. */
function cut(client: Client): void {
  client.connection.stream.destroy()
}
