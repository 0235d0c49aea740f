import type { Facts } from '#contract/refusals'
import { createStore } from '#ui/store.ts'

const storageKey = 'clearball.signed-in'

/** The session that this tab shows, once the server has said which it is. */
let shown: string | null = null

/**
 * A hint that there may be a session, and which, so that visitors are not asked for one; the cookie alone decides. All
 * tabs share it, as they share the cookie.
 */
export const sessionHint = {
  // Where the page is drawn at build time there is no storage, and nobody is signed in.
  read: () => (typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey)),
  isSet: () => sessionHint.read() !== null,
  /** Somebody has logged in here; the server has yet to say who. */
  set: () => {
    shown = null
    localStorage.setItem(storageKey, '1')
  },
  /** The session that this tab shows has ended. What another tab knows of the next one stays. */
  clear: () => {
    const isAnothers = sessionHint.isAnothers()
    shown = null
    if (isAnothers) return
    localStorage.removeItem(storageKey)
    forgetPushLanguage()
  },
  /** The server answered that nobody is logged in. */
  none: () => {
    shown = null
    sessionHint.clear()
  },
  /** The server answered which session it is. */
  learn: (session: string) => {
    shown = session
    localStorage.setItem(storageKey, session)
  },
  /** Whether another tab has ended the session that this one shows: its cookie may be somebody else's by now. */
  isAnothers: () => shown !== null && sessionHint.read() !== shown,
}

/** Lets the service worker show no more notifications: whoever uses this browser next did not ask for them. */
export function forgetPushLanguage(): void {
  if ('caches' in globalThis) void caches.delete('push')
}

/**
 * Set where somebody's session ended and they did not end it here: what its refusal knows, such as the account's state.
 */
export const logoutFacts = createStore<Facts | null>(null)
