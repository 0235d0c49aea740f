import type { Policy } from '#core/fairness/tlog/policy'

/** The witnesses of the public log: independent programs that sign, with their own clocks, that they saw it grow. */
export type Witnesses = {
  /** Null where the site asks none. */
  readonly policy: Policy | null
  /** The policy as its file has it, without addresses, for the public. */
  readonly text: string | null
  /** Sends the newest checkpoint to every witness that has not cosigned it, without waiting for answers. */
  ask(): void
  /** Notes since when draws close unwitnessed, and asks again if `mayAsk`. A job does so on every node. */
  look(mayAsk: boolean): Promise<void>
  /** True where too few witnesses signed for so long that no bets may be taken. Answers from memory. */
  areSilent(): boolean
  /** When the first draw closed that not enough of them have signed yet; null where they signed all. */
  unwitnessedSince(): number | null
  /** Since when, while they are. */
  silentSince(): number | null
  /** Waits until no request is under way. */
  settled(): Promise<void>
  /** The same, after ending them. */
  close(): Promise<void>
}
