import { unattendedHeader } from '#contract/client'

/** For so long somebody may read, or wait for the next case, without touching anything. */
const attentiveMs = 10 * 60_000

const uses = ['keydown', 'input', 'click', 'pointerdown', 'pointermove', 'wheel'] as const

// By the clock of the day, which goes on while the computer sleeps.
let usedMs = Date.now()

/** Notes when somebody last used a key or the pointer. */
export function watchAttention(target: Pick<EventTarget, 'addEventListener'>): void {
  const note = () => {
    usedMs = Date.now()
  }
  for (const use of uses) target.addEventListener(use, note, { capture: true, passive: true })
}

/**
 * What a request says while nobody is there. The console goes on asking by itself when it is left open; without this its operator would
 * count as being at work, and the session would never end.
 */
export function attention(): Record<string, string> {
  return Date.now() - usedMs > attentiveMs ? { [unattendedHeader]: '1' } : {}
}
