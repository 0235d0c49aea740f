let last: Promise<void> = Promise.resolve()

/**
 * Waits for a task of its own, in the order of asking: what the parts of a page begin at the same moment would otherwise keep a small phone from
 * answering a tap. Timers would do, but a page in the background gets only one of them a second.
 */
export function ownTurn(): Promise<void> {
  last = last.then(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          port1.close()
          resolve()
        })
        port1.start()
        port2.postMessage(null, [])
      }),
  )
  return last
}
