/** Runs something while the page is in sight: at once, or when the tab is shown, and whenever it is shown again. Returns how to stop. */
export function whenInSight(run: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') run()
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
