/** Thrown when the queue is full: another task would have to wait too long. */
export class NoTurn extends Error {}

export type Turns = { take<T>(work: () => Promise<T>): Promise<T>; waiting(): number }

/** Limits how many tasks run at once and how many wait, so that a burst neither takes all cores nor waits too long. */
export function turns({ atOnce, queueMost }: { atOnce: number; queueMost: number }): Turns {
  let running = 0
  const queue: (() => void)[] = []
  return {
    waiting: () => queue.length,
    take: async (work) => {
      if (running >= atOnce) {
        if (queue.length >= queueMost) throw new NoTurn('the queue is full')
        await new Promise<void>((resolve) => queue.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        // The place passes directly to the next in the queue, so that a newcomer cannot overtake it.
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}
