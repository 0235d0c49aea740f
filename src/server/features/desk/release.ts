import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

let known: Promise<string> | undefined

/** A hash of the sources that this node runs, read once: two nodes, or a node and a release, can be compared by it. */
export function releaseHash(): Promise<string> {
  known ??= hashSources()
  return known
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const zone of ['core', 'contract', 'server']) {
    const found = await readdir(join(root, 'src', zone), { recursive: true, withFileTypes: true })
    const paths = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
    for (const path of paths.sort()) hash.update(path.slice(root.length)).update(await readFile(path))
  }
  return hash.update(await readFile(join(root, 'package-lock.json'))).digest('hex')
}
