import { startTestCluster } from './test-cluster.ts'

/** One real server for the whole run; what it returns ends it. */
export async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestCluster()
  return stop
}
