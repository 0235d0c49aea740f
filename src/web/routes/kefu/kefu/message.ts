import type { Output } from '#contract/endpoint'
import type { listMessages } from '#contract/service/chat'

/** A message of a conversation, as its owner sees it. */
export type Message = Output<typeof listMessages>['items'][number]
