import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const own = fileURLToPath(new URL('../../..', import.meta.url))
const migrationsIn = (root: string) => join(root, 'src/server/db/migrations')

/** A copy of this release with further migrations, and with another text of the function that places bets. */
export async function makeRelease(parent: string, name: string, migrations: readonly string[]): Promise<string> {
  const root = join(parent, name)
  await mkdir(root)
  await Promise.all([
    cp(join(own, 'src'), join(root, 'src'), { recursive: true }),
    cp(join(own, 'package.json'), join(root, 'package.json')),
    symlink(join(own, 'node_modules'), join(root, 'node_modules')),
    symlink(join(own, 'dist'), join(root, 'dist')),
  ])
  const known = (await readdir(migrationsIn(root))).filter((file) => file.endsWith('.sql')).length
  for (const [at, migration] of migrations.entries())
    await writeFile(join(migrationsIn(root), `${String(known + 1 + at).padStart(4, '0')}-example.sql`), migration)
  const placing = join(root, 'src/server/db/schema/functions/place_bets.sql')
  await writeFile(placing, `${await readFile(placing, 'utf8')}\n-- The same, in another release.\n`)
  return root
}

/** What the former release does not know and need not know. */
export const expanding = [
  `-- beside: yes
-- Notes where a bet came from.
alter table bet add column came_from text;
`,
  `-- beside: yes
-- outside a transaction
-- Finds the bets of an origin.

create index if not exists bet_by_origin on only bet (came_from);

\\in-partitions bet_by_origin
`,
]

/** What the release before would miss. */
export const contracting = `-- beside: no, because the release before writes it
alter table bet drop column came_from;
`

/** Starts a server that is expected to refuse, and returns its words; null where it ran for half a minute. */
export async function refusalOf(root: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const late = setTimeout(() => child.kill('SIGTERM'), 30_000)
  const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>])
  clearTimeout(late)
  return code === 1 ? words : null
}
