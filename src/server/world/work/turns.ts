/** Thrown when so many wait that a new one could not be answered in good time. */
export class NoTurn extends Error {}

export type Turns = { take<T>(work: () => Promise<T>): Promise<T>; waiting(): number }

/** Lets so many work at once and so many wait: a burst may not take all cores, nor wait longer than a person would. */
export function turns({ atOnce, queueMost }: { atOnce: number; queueMost: number }): Turns {
  let running = 0
  const queue: (() => void)[] = []
  return {
    waiting: () => queue.length,
    take: async (work) => {
      if (running >= atOnce) {
        if (queue.length >= queueMost) throw new NoTurn('too many wait already')
        await new Promise<void>((resolve) => queue.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        // The place is handed to the next in line rather than freed, so nobody slips in between.
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}
