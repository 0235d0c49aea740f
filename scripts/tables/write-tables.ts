// Writes the table types for Kysely anew, from a scratch database that has the whole schema.
import { writeFile } from 'node:fs/promises'
import { startTestCluster, templateDatabase } from '#server/testing/test-cluster'
import { describeTables } from './table-types.ts'

const { cluster, stop } = await startTestCluster()
try {
  await writeFile(
    new URL('../../src/server/world/members/tables.generated.ts', import.meta.url),
    await describeTables(cluster.url('clearball_owner', templateDatabase)),
  )
  console.log('The table types were written.')
} finally {
  await stop()
}
