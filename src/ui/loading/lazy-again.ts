import { type ComponentType, createElement, lazy } from 'react'

/** Until then a failure counts for the showing that it belongs to: React renders a part once more before it gives it up. */
const failedForMs = 1_000

/**
 * A component whose code is fetched when it is first shown. React's own `lazy` keeps a failed fetch until the page is reloaded; here the
 * next showing fetches again. Browsers older than summer 2026 keep failed imports themselves, so there only a reload helps.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazyAgain<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        setTimeout(() => (part = begin()), failedForMs)
        throw error
      }
    }) as unknown as ComponentType<Props>
  let part = begin()
  return function Part(props) {
    return createElement(part, props)
  }
}
