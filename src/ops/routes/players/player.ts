import type { viewPlayer } from '#contract/console/players'
import type { Output } from '#contract/endpoint'

/** A player as their file in the console shows them. */
export type Player = Output<typeof viewPlayer>
