/** Whether the server answers. `navigator.onLine` is true before requests get through. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const asked = fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}
