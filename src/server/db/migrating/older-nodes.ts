import type { Client } from 'pg'
import { StartProblem } from '../../world/start-problem.ts'

/** A file that nodes of the former release cannot go on beside. */
export type Unsafe = { readonly name: string; readonly because: string }

/** A node writes its heartbeat every two seconds. One that is silent for so long and comes back looks at the schema first. */
const livesFor = '20 seconds'

/**
 * Refuses a change that is not safe while nodes work on the database. Every start applies what its release has before it serves, so
 * whichever nodes there are, they are older than a change that is not applied yet.
 */
export async function refuseBesideNodes(client: Client, unsafe: readonly Unsafe[]): Promise<void> {
  const { rows: nodes } = await client.query<{ name: string; seconds: number }>(
    `select name, extract(epoch from now() - seen_at)::integer as seconds from node
    where seen_at > now() - $1::interval order by name`,
    [livesFor],
  )
  if (nodes.length === 0) return
  throw new StartProblem(
    [
      'Nodes of an older release work on this database, and this release changes what they rely on:',
      ...unsafe.map(({ name, because }) => `  - ${name}: ${because}`),
      'Nothing was changed. Stop these nodes, then start this one again:',
      ...nodes.map(({ name, seconds }) => `  - ${name}, seen ${seconds} s ago`),
    ].join('\n'),
  )
}
