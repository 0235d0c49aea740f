import type { Client } from 'pg'

/** Sends rows to a table by COPY. The driver implements the protocol's messages for it but has no function. */
export function copyIn(client: Client, statement: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let problem: Error | null = null
    client.query({
      submit: (connection: Wire) => connection.query(statement),
      handleCopyInResponse: (connection: Wire) => {
        connection.sendCopyFromChunk(Buffer.from(rows))
        connection.endCopyFrom()
      },
      handleError: (error: Error) => {
        problem = error
        reject(error)
      },
      handleReadyForQuery: () => problem ?? resolve(),
      handleCommandComplete: () => {},
      handleRowDescription: () => {},
      handleDataRow: () => {},
      handleEmptyQuery: () => {},
      handlePortalSuspended: () => {},
    } as never)
  })
}

type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }
