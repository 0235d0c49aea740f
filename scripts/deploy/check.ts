// Tries the files in `deploy/` with the programs that they are for: `npm run check:deploy`. What is not installed is named and left out;
// `npm run check:deploy -- --install` first installs all of them from Debian's packages, as root.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { caddy, nginx } from './fronts.ts'
import { inFront } from './in-front.ts'
import { checkCaddy, checkNginx, checkPrometheus, checkUnits, notified } from './files.ts'

/** The programs, and Debian's packages that have them. */
const packages = {
  'systemd-analyze': 'systemd',
  nginx: 'nginx',
  caddy: 'caddy',
  promtool: 'prometheus',
  openssl: 'openssl',
} as const
type Program = keyof typeof packages

const wanted = [...new Set(Object.values(packages))]
if (process.argv.includes('--install'))
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], { stdio: 'inherit' })

const missing = (Object.keys(packages) as Program[]).filter((name) => spawnSync('which', [name]).status !== 0)
for (const name of missing)
  console.log(`MISSING  ${name}: npm run check:deploy -- --install, or install ${packages[name]}`)

type Check = {
  readonly what: string
  readonly needs: readonly Program[]
  run(folder: string): string | Promise<string>
}

const checks: Check[] = [
  { what: 'systemd units', needs: ['systemd-analyze'], run: checkUnits },
  { what: 'ready and watchdog', needs: ['systemd-analyze'], run: notified },
  { what: 'Prometheus', needs: ['promtool'], run: checkPrometheus },
  { what: 'nginx.conf', needs: ['nginx', 'openssl'], run: checkNginx },
  { what: 'Caddyfile', needs: ['caddy', 'openssl'], run: checkCaddy },
  { what: 'nginx in front', needs: ['nginx', 'openssl'], run: (folder) => inFront(nginx, folder) },
  { what: 'Caddy in front', needs: ['caddy', 'openssl'], run: (folder) => inFront(caddy, folder) },
]

/** Which to run, by words of their names; all of them where none is given. */
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const chosen = checks.filter(({ what }) => only.length === 0 || only.some((word) => what.includes(word)))
let failed = 0
for (const { what, needs, run } of chosen) {
  if (needs.some((name) => missing.includes(name))) {
    console.log(`LEFT OUT ${what}`)
    continue
  }
  const folder = mkdtempSync(join(tmpdir(), 'clearball-deploy-'))
  try {
    console.log(`OK       ${what}: ${await run(folder)}`)
  } catch (error) {
    failed++
    console.log(`FAILED   ${what}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
process.exit(failed > 0 ? 1 : missing.length > 0 ? 2 : 0)
