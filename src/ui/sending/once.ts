import { useState } from 'react'

/** Sends something under an idempotency key and returns the answer. */
export type Once = <Answer>(content: object, send: (key: string) => Promise<Answer>) => Promise<Answer>

/**
 * Makes the idempotency keys of one form. Until a call has succeeded, the same content is sent under the same key, so
 * that a lost answer cannot make it happen twice. After a success the key is dropped: the same content once more is a
 * new intention. A refusal keeps the key: nothing happened under it, but an earlier try whose answer was lost may have
 * succeeded.
 */
export function createOnce(): Once {
  let kept: { readonly text: string; readonly key: string } | null = null
  return async (content, send) => {
    const text = JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    const mine = kept?.text === text ? kept : { text, key: crypto.randomUUID() }
    kept = mine
    const answer = await send(mine.key)
    if (kept === mine) kept = null
    return answer
  }
}

/** The idempotency keys of one form. */
export const useOnce = (): Once => useState(createOnce)[0]
