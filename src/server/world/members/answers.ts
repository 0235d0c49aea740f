/** What answers for everybody are made from. The database tells the version of each. */
export type Source = 'draws' | 'figures' | 'texts' | 'log'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer as it was made, before it is kept. */
export type Made = { readonly body: string | Buffer; readonly type: string }

/** The bytes of an answer that is the same for everybody. */
export type KeptAnswer = {
  readonly type: string
  /** Of the bytes without compression. */
  readonly etag: string
  readonly body: Buffer
  /** The same as a string where it is a short text: that goes out in one piece with the headers. */
  readonly text: string | null
  /** The same bytes compressed, which is done once. */
  encoded(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer>
}

export type Asked = {
  /** Names the answer among all others. */
  readonly key: string
  /** Null where the answer stays the same as long as the server runs. */
  readonly source: Source | null
  /** What the answer shows of this node's own state. */
  readonly local: string
  /** Makes the answer; null where there is none, which is not kept. `holdsUntil` says when time alone changes it. */
  make(at: { readonly nowMs: number; holdsUntil(ms: number): void }): Promise<Made | null>
}

/** The answers that are the same for everybody: each is made once for a version of what it is made from, and kept in memory. */
export type Answers = {
  find(asked: Asked): KeptAnswer | null | Promise<KeptAnswer | null>
  /** How many answers are kept, and how much memory they take. */
  size(): { readonly answers: number; readonly bytes: number }
}
