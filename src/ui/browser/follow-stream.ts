/** How long until the next try where the server refused a stream, which a browser takes for its last word. */
const refusedMs = { least: 30_000, spread: 30_000 }

/** Keeps a stream of events open until it is told to stop. A lost connection is the browser's to resume. */
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
