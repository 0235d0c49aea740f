/** An event as it goes over the wire, with the number from which a client that lost its connection resumes. */
export function frameOf({ id, kind, body }: { id?: bigint; kind: string; body: unknown }): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(body)}\n\n`)
}

/** Nothing but the number from which to resume, for a client that has heard nothing yet. */
export function placeFrame(id: bigint): Buffer {
  return Buffer.from(`id: ${id}\n\n`)
}

/** Told to a client that missed more than is read for it: what it shows may be old, so it asks for everything anew. */
export function resyncFrame(id: bigint): Buffer {
  return frameOf({ id, kind: 'resync', body: {} })
}
