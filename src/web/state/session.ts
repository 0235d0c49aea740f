import type { Facts } from '#contract/refusals'
import { createStore } from '#ui/store.ts'

const storageKey = 'clearball.signed-in'

/** The session that this tab shows, once the server has said which it is. */
let shown: string | null = null

/**
 * Says that there may be a session, and which one, so that the app does not ask the server about visitors. Only the cookie decides. All
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
  /** The session that this tab shows has ended. If another tab has logged in somebody since, their hint stays. */
  clear: () => {
    const isOtherSession = sessionHint.isOtherSession()
    shown = null
    if (isOtherSession) return
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
  /** Whether another tab has ended the session that this tab shows: the cookie may be another player's by now. */
  isOtherSession: () => shown !== null && sessionHint.read() !== shown,
}

/** Lets the service worker show no more notifications: whoever uses this browser next did not ask for them. */
export function forgetPushLanguage(): void {
  if ('caches' in globalThis) void caches.delete('push')
}

/**
 * Set where somebody's session ended and they did not end it here: what its refusal knows, such as the account's state.
 */
export const logoutFacts = createStore<Facts | null>(null)
