/** How long until the next try where the server refused a stream: the browser itself does not try again then. */
const refusedMs = { least: 30_000, spread: 30_000 }

/** Keeps a stream of events open until it is told to stop. The browser resumes a lost connection by itself. */
export function followStream(open: () => EventSource): () => void {
  let stream: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    stream = open()
    stream.addEventListener('error', () => {
      if (stream.readyState !== EventSource.CLOSED) return
      again = setTimeout(follow, refusedMs.least + Math.random() * refusedMs.spread)
    })
  }
  follow()
  return () => {
    clearTimeout(again)
    stream.close()
  }
}
