import type { Facts } from '#contract/refusals'
import { createStore } from '#ui/store.ts'

const storageKey = 'clearball.signed-in'

/** A hint that there may be a session, so that visitors are not asked for one; the cookie alone decides. */
export const sessionHint = {
  // Where the page is drawn at build time there is no storage, and nobody is signed in.
  isSet: () => typeof localStorage !== 'undefined' && localStorage.getItem(storageKey) !== null,
  set: () => localStorage.setItem(storageKey, '1'),
  clear: () => {
    localStorage.removeItem(storageKey)
    forgetPushLanguage()
  },
}

/** Lets the service worker show no more notifications: whoever uses this browser next did not ask for them. */
export function forgetPushLanguage(): void {
  if ('caches' in globalThis) void caches.delete('push')
}

/**
 * Set where somebody's session ended and they did not end it here: what its refusal knows, such as the account's state.
 */
export const logoutFacts = createStore<Facts | null>(null)
