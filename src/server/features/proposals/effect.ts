import type { LiveEvent } from '#contract/live'
import type { RunningConfig } from '../../app.ts'
import type { BeaconWatch } from '../../beacon/watch.ts'
import type { Clock } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'
import type { From } from '../../http/caller.ts'
import type { Random } from '../../random.ts'

/** What carries a proposal out gets: the transaction of the approval. */
type Deciding = {
  readonly tx: Tx
  readonly nowMs: number
  readonly random: Random
  readonly clock: Clock
  readonly config: RunningConfig
  readonly beacon: BeaconWatch
  readonly caller: { readonly operatorId: string }
  readonly from: From
  publish(event: LiveEvent): void
}

/** Carries out what was proposed. */
export type Effect<Content> = (
  context: Deciding,
  approved: { readonly proposalId: string; readonly content: Content },
) => Promise<void>
