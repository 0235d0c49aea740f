import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestCluster } from '#server/testing/test-cluster'

/** One real database server for all journeys, and a list of what was judged; Playwright calls what it returns at the end. */
export default async function start(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-journeys-'))
  process.env.JUDGED_TEXTS = join(folder, 'judged-texts')
  await writeFile(process.env.JUDGED_TEXTS, '')
  const { stop } = await startTestCluster()
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
