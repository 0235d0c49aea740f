import { startTestCluster } from '#server/testing/test-cluster'

/** One real database server for all journeys; Playwright calls what it returns at the end. */
export default async function start(): Promise<() => Promise<void>> {
  const { stop } = await startTestCluster()
  return stop
}
