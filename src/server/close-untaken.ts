import type { Worker } from 'node:cluster'

/** What the runtime sends a worker with a connection, and what the worker answers once it has it. */
type Handed = { readonly cmd?: string; readonly seq?: number; readonly ack?: number }

/**
 * Closes the connections that were handed to a worker which died before it took them. The runtime keeps them open and forgets
 * them: a browser would wait for ever, where it would ask again on a connection that is closed.
 */
export function closeUntaken({ process: child }: Worker): void {
  const untaken = new Map<number, { close(): void }>()
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    const { cmd, seq } = message as Handed
    if (cmd === 'NODE_CLUSTER' && seq !== undefined && handle) untaken.set(seq, handle as { close(): void })
    return send(message, handle, ...rest)
  }
  child.on('internalMessage', ({ ack }: Handed) => {
    if (ack !== undefined) untaken.delete(ack)
  })
  child.once('exit', () => {
    for (const handle of untaken.values()) handle.close()
  })
}
