/** An event in wire format, with the id from which a client that lost its connection resumes. */
export function frameOf({ id, kind, body }: { id?: bigint; kind: string; body: unknown }): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(body)}\n\n`)
}

/** Only the id from which to resume, for a client that has received no event yet. */
export function placeFrame(id: bigint): Buffer {
  return Buffer.from(`id: ${id}\n\n`)
}

/** Tells a client that it missed more than the server reads for it: what it shows may be stale, so it reloads everything. */
export function resyncFrame(id: bigint): Buffer {
  return frameOf({ id, kind: 'resync', body: {} })
}
