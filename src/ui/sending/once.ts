import { useState } from 'react'

/** Sends something under a key and hands back its answer. */
export type Once = <Answer>(content: object, send: (key: string) => Promise<Answer>) => Promise<Answer>

/**
 * Gives each intention a key of its own. Until it has succeeded, the same content goes out under the same key, so that a lost
 * answer cannot make it happen twice; after that the key is gone, and the same content once more is another intention. A
 * refusal leaves the key: nothing happened under it, and an earlier try whose answer was lost may still have.
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

/** The keys of one form. */
export const useOnce = (): Once => useState(createOnce)[0]
