import { type Store, createStore } from '#ui/store.ts'

/** A yes or no that this browser remembers; no until somebody says yes. */
function remembered(key: string): Store<boolean> {
  const store = createStore(localStorage.getItem(key) === '1')
  return {
    ...store,
    set: (is) => {
      localStorage.setItem(key, is ? '1' : '0')
      store.set(is)
    },
  }
}

/** Whether results are shown at once, without a scene. */
export const showsAtOnce = remembered('clearball.draws-at-once')
export const hasSound = remembered('clearball.draw-sound')
