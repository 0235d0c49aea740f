/** A worker that says nothing for so long does nothing either. Less than that happens on a machine that is overloaded. */
const usual = { lookEveryMs: 3_000, silentMostMs: 30_000 }

/** Kills a worker whose event loop hangs; it would keep its jobs and its connections for ever. Returns how to end the watch. */
export function killWhenSilent(
  worker: { kill(signal: 'SIGKILL'): unknown },
  isAlive: () => Promise<true | null>,
  { lookEveryMs, silentMostMs } = usual,
): () => void {
  let heardMs = performance.now()
  const timer = setInterval(() => {
    if (performance.now() - heardMs > silentMostMs) worker.kill('SIGKILL')
    void isAlive().then((answer) => {
      if (answer) heardMs = performance.now()
    })
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** The pause before a worker is followed by another: it grows while they end soon after they were started. */
export function nextPauseMs(formerMs: number, livedMs: number): number {
  return livedMs > 60_000 ? 0 : Math.min(10_000, Math.max(100, 2 * formerMs))
}
