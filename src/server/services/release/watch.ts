import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../world/app.ts'
import { describeRelease, manifestFile, releaseRoot } from './manifest.ts'

/**
 * Raises an alarm where the files on this machine are not those of the release. While it is open, the database refuses to move
 * money, on every node; reading goes on. It ends when the files are as they were built, or when this node is gone and another
 * node, whose own files are intact, ends it. Returns whether it is open.
 */
export async function watchRelease(app: Pick<App, 'db' | 'clock' | 'log' | 'node'>, root = releaseRoot) {
  const { db, clock, log, node } = app
  const problems = await alteredFiles(root)
  const { id: nodeId, name } = node
  const open = await db.query
    .selectFrom('alarm')
    .select('id')
    .where('node_id', '=', nodeId)
    .where('source', 'like', 'files@%')
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  const at = new Date(clock.nowMs())
  const shown = problems.slice(0, 20)
  node.find('files', shown.length > 0 ? { what: shown.join('\n'), sinceMs: at.getTime() } : null)
  if (shown.length > 0) log.error({ problems: shown }, 'files of the release were altered; money is stopped')
  if (shown.length > 0 && !open) {
    await db.query
      .insertInto('alarm')
      .values({ source: `files@${name}`, node_id: nodeId, what: shown.join('\n'), raised_at: at })
      .execute()
  }
  if (shown.length === 0 && open) {
    await db.query.updateTable('alarm').set({ cleared_at: at }).where('id', '=', open.id).execute()
    log.warn('the files are those of the release again')
  }
  return shown.length > 0
}

/** A missing manifest counts as an alteration, so that deleting it does not avoid the check. */
export async function alteredFiles(root: string): Promise<string[]> {
  const written = await readFile(join(root, manifestFile), 'utf8').catch(() => null)
  if (written === null) return [`${manifestFile} is missing`]
  const [was, is] = [hashesIn(written), hashesIn(await describeRelease(root))]
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path)).sort()
  return paths.map((path) => `${path} ${is.has(path) ? (was.has(path) ? 'was altered' : 'was added') : 'is missing'}`)
}

function hashesIn(manifest: string): Map<string, string> {
  const lines = manifest.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}
