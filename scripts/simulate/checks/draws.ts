import type { Client } from 'pg'
import { failedSteps, verifyDraws } from '#server/testing/draws/verify-draws'
import type { SimNode } from '../house/node.ts'
import { inPlace } from '../world/context.ts'

/** The draws that ended since a moment and are settled. */
export async function settledDraws(admin: Client, fromMs: number): Promise<string[]> {
  const { rows } = await admin.query<{ draw_id: string }>(
    `select draw_id from period where ended_at >= $1 and settled_at is not null order by id`,
    [new Date(fromMs)],
  )
  return rows.map(({ draw_id }) => draw_id)
}

/** Checks draws from the public files alone, by the function that `clearball-verify` calls. */
export async function checkDraws(
  { place, player }: SimNode,
  drawIds: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const read = async (path: string) => {
    const reply = await inPlace.run(place, async () => await player.inject({ method: 'GET', url: `/fair/${path}` }))
    if (reply.statusCode === 404) return null
    if (reply.statusCode !== 200) throw new Error(`${path} answers ${reply.statusCode}`)
    return new Uint8Array(reply.rawPayload)
  }
  // Inside the node, so that its hashing is waited for.
  const problems = failedSteps(await inPlace.run(place, () => verifyDraws(read, drawIds, nowMs)))
  return problems.map((each) => `a draw does not verify: ${each}`)
}
