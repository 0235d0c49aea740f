import type { LiveEvent } from '#contract/live'
import type { RunningConfig } from '../../world/app.ts'
import type { BeaconWatch } from '../../world/members/beacon.ts'
import type { Clock } from '../../world/clock.ts'
import type { Tx } from '../../world/members/database.ts'
import type { LogMark } from '../../world/members/log-mark.ts'
import type { Memory } from '../../world/members/memory.ts'
import type { Witnesses } from '../../world/members/witnesses.ts'
import type { From } from '../../services/calls/caller.ts'
import type { Random } from '../../world/random.ts'

/** What an effect receives: the context and transaction of the approval. */
type Deciding = {
  readonly tx: Tx
  readonly nowMs: number
  readonly random: Random
  readonly clock: Clock
  readonly config: RunningConfig
  readonly beacon: BeaconWatch
  readonly logMark: LogMark
  readonly memory: Memory
  readonly witnesses: Witnesses
  readonly caller: { readonly operatorId: string }
  readonly from: From
  publish(event: LiveEvent): void
}

/**
 * Carries out an approved proposal. Returns what it found under its own locks: that replaces in the history what was read before
 * them.
 */
export type Effect<Content> = (
  context: Deciding,
  approved: { readonly proposalId: string; readonly content: Content },
) => Promise<Readonly<Record<string, unknown>>>
