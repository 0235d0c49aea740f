import type { Share } from './worker-share.ts'

/** What the parent says to a worker. */
export type ToWorker =
  | { readonly say: 'start'; readonly url: string; readonly share: Share }
  | { readonly say: 'stop' }
  | { readonly say: 'ask'; readonly id: number; readonly what: keyof Answers }

/** What a worker says to its parent. */
export type FromWorker =
  /** It is loaded and listens. */
  | { readonly say: 'hello' }
  | { readonly say: 'ready' }
  /** Why it cannot start; `isLasting` where starting it again would not help. */
  | { readonly say: 'problem'; readonly words: string; readonly isLasting: boolean }
  | { readonly say: 'answer'; readonly id: number; readonly answer: unknown }

/** What the parent can ask a worker. */
export type Answers = {
  /** Whether its event loop turns. */
  readonly alive: true
  /** Its metrics, as the metrics library hands them over. */
  readonly figures: object[]
  /** The lines that say that the server runs. */
  readonly announcement: string
}
