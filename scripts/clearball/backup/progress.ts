/** Says how far something is: over and over in one line on a terminal, now and then in a file. */
export type Progress = {
  tell(done: number, of: number): void
  end(): void
}

const everyMs = 5_000

export function openProgress(what: string): Progress {
  const startedMs = performance.now()
  const out = process.stderr
  let toldMs = startedMs
  let isShown = false
  return {
    tell: (done, of) => {
      const words = `${what}: ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`
      if (out.isTTY) {
        out.write(`\r\x1b[K${words}`)
        isShown = true
      } else if (performance.now() - toldMs > everyMs) {
        toldMs = performance.now()
        out.write(`${words}\n`)
      }
    },
    end: () => {
      out.write(`${isShown ? '\r\x1b[K' : ''}${what}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s\n`)
    },
  }
}
