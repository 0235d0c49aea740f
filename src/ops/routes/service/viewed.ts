import type { Output } from '#contract/endpoint'
import type { viewConversation } from '#contract/service/desk'

/** A conversation and its messages as an operator sees them. */
export type Viewed = Output<typeof viewConversation>
