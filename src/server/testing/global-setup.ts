import { startTestCluster } from './test-cluster.ts'

/** Starts one real database server for the whole test run; the returned function stops it. */
export async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestCluster()
  return stop
}
