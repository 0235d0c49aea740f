const storageKey = 'clearball.signed-in'

/** A hint that there may be a session, so that visitors are not asked for one; the cookie alone decides. */
export const sessionHint = {
  // Where the page is drawn at build time there is no storage, and nobody is signed in.
  isSet: () => typeof localStorage !== 'undefined' && localStorage.getItem(storageKey) !== null,
  set: () => localStorage.setItem(storageKey, '1'),
  clear: () => localStorage.removeItem(storageKey),
}
