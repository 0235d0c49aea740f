// Has the public log of a running house checked by the Go project's own packages, at sizes around every border of tiles.
// `npm run interop -- --install` first installs them from Debian's packages, as root.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { firstKey } from '#server/services/fairness/operator-keys'
import { fillLog, tileSizes } from '#server/testing/draws/fill-log'
import { openHouse } from '#server/testing/open-house'
import { startTestCluster } from '#server/testing/test-cluster'

const packages = ['golang-go', 'golang-golang-x-mod-dev']
if (process.argv.includes('--install'))
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { stdio: 'inherit' })
if (spawnSync('go', ['version']).status !== 0) {
  console.error(`Go is not installed. Run npm run interop -- --install, or install ${packages.join(' and ')}.`)
  process.exit(2)
}

// Debian keeps Go's packages in a tree of its own, which the old way of finding packages reads.
const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' }
const folder = mkdtempSync(join(tmpdir(), 'clearball-interop-'))
const program = join(folder, 'check')
const { stop } = await startTestCluster()
try {
  execFileSync('go', ['build', '-o', program, join(import.meta.dirname, 'main.go')], { env, stdio: 'inherit' })
  const house = await openHouse()
  for (const size of tileSizes) {
    if (size > 0) await fillLog(house.app, size)
    const vkey = await firstKey(house.app.db.query, house.app.config)
    // Not synchronously: the house answers from this very process.
    const { stdout } = await promisify(execFile)(program, [house.playerUrl, vkey])
    process.stdout.write(stdout)
  }
  await house.abandon()
} finally {
  await stop()
  rmSync(folder, { recursive: true })
}
