/**
 * Where somebody is in an app: the path, its query, and how many of the app's own steps lie before it in the history.
 */
export type Place = { readonly path: string; readonly search: string; readonly at: number }

export function placeAt(to: string, at: number): Place {
  const { pathname: path, search } = new URL(to, location.origin)
  return { path, search, at }
}

/** The place that the address bar shows. */
export function currentPlace(): Place {
  const { at = 0 } = (history.state ?? {}) as { at?: number }
  return { path: location.pathname, search: location.search, at }
}

/** Writes a place into the address bar. Replacing leaves no step to come back to. */
export function writeAddress({ path, search, at }: Place, how: 'pushState' | 'replaceState'): void {
  history[how]({ at }, '', path + search)
}

/** Calls `show` whenever the browser's own back or forward leads to another place. */
export function followHistory(show: (place: Place) => void): void {
  addEventListener('popstate', () => show(currentPlace()))
}
