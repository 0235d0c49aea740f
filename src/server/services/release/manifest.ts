import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const releaseRoot = fileURLToPath(new URL('../../../..', import.meta.url))

/** The build writes it beside its output. */
export const manifestFile = 'dist/release.sha256'

/** The files that the server runs and serves. Packages are checked against the lockfile when they are installed. */
const folders = ['dist/ops', 'dist/web', 'src/contract', 'src/core', 'src/server']
const alone = ['package-lock.json', 'package.json']

/** Every file of a release with its hash, in the form that `sha256sum -c` reads. */
export async function describeRelease(root: string): Promise<string> {
  const found = await Promise.all(folders.map((folder) => filesBelow(root, folder)))
  const lines: string[] = []
  // One file after the other, so that requests are served in between.
  for (const path of [...alone, ...found.flat()].sort()) {
    const content = await readFile(join(root, path))
    lines.push(`${createHash('sha256').update(content).digest('hex')}  ${path}\n`)
  }
  return lines.join('')
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  // A server without built apps is also a release, with fewer files.
  const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((each) => each.isFile())
    .map((each) => relative(root, join(each.parentPath, each.name)).replaceAll(sep, '/'))
}

let known: Promise<string> | undefined

/** One hash over the whole release, computed once. It shows whether two nodes, or a node and a build, have the same release. */
export function releaseHash(): Promise<string> {
  known ??= describeRelease(releaseRoot)
    .then(hashOf)
    // A file that could not be read once may be readable the next time.
    .catch((error: unknown) => {
      known = undefined
      throw error
    })
  return known
}

export function hashOf(manifest: string): string {
  return createHash('sha256').update(manifest).digest('hex')
}
