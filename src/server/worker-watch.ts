/** A worker that answers none of so many questions in a row does nothing else either. Fewer happens on a machine that is overloaded. */
const usual = { lookEveryMs: 3_000, unansweredMost: 10 }

/** Kills a worker whose event loop hangs; it would keep its jobs and its connections for ever. Returns how to end the watch. */
export function killWhenSilent(
  worker: { kill(signal: 'SIGKILL'): unknown },
  isAlive: () => Promise<true | null>,
  { lookEveryMs, unansweredMost } = usual,
): () => void {
  // Counted, not timed: after a standstill of this process, every worker would seem to have been silent.
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered >= unansweredMost) worker.kill('SIGKILL')
    unanswered++
    void isAlive().then((answer) => {
      if (answer) unanswered = 0
    })
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** The pause before a worker is followed by another: it grows while they end soon after they were started. */
export function nextPauseMs(formerMs: number, livedMs: number): number {
  return livedMs > 60_000 ? 0 : Math.min(10_000, Math.max(100, 2 * formerMs))
}
