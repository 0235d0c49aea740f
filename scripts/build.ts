// Builds both apps into dist/. With --if-changed it does nothing when they were built from these very sources.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { describeRelease, hashOf, manifestFile } from '../src/server/services/release/manifest.ts'
import { writeManifests, writeWorker } from './web/installed-app.ts'
import { writeDocument } from './web/write-document.ts'

const root = new URL('..', import.meta.url).pathname
const stampFile = join(root, 'dist/built-from')
const brotli = promisify(brotliCompress)

/** Everything the apps are made of: their sources, the zones they import, and what decides how they are built. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['core', 'contract', 'ui', 'web', 'ops']) {
    for (const file of (await readdir(join(root, 'src', folder), { recursive: true, withFileTypes: true })).filter(
      (each) => each.isFile(),
    )) {
      const path = join(file.parentPath, file.name)
      hash.update(path.slice(root.length)).update(await readFile(path))
    }
  }
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    'scripts/build.ts',
    'scripts/web/write-document.ts',
    'scripts/web/installed-app.ts',
  ])
    hash.update(await readFile(join(root, file)))
  return hash.digest('hex')
}

/** Compressed once here, at the highest level, instead of on every request. */
async function compressFolder(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !/\.(js|css|html|svg|json|webmanifest)$/.test(file.name)) continue
    const path = join(file.parentPath, file.name)
    await writeFile(
      `${path}.br`,
      await brotli(await readFile(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
  }
}

/**
 * Takes out of the checkers what Vite leaves in a worker and takes out of everything else: comments, and marks for
 * itself.
 */
async function shrinkCheckers(folder: string): Promise<void> {
  const { minify } = await import('vite')
  for (const name of (await readdir(folder)).filter((each) => /-checker-[\w-]+\.js$/.test(each))) {
    const { code, errors } = await minify(name, await readFile(join(folder, name), 'utf8'), { module: true })
    if (errors.length > 0) throw new Error(errors[0]!.message)
    await writeFile(join(folder, name), code)
  }
}

/** The home page as the document shows it before any script has run. */
async function drawHome(): Promise<string> {
  const { createServer } = await import('vite')
  const configFile = join(root, 'vite.config.ts')
  const server = await createServer({
    mode: 'web',
    configFile,
    appType: 'custom',
    logLevel: 'error',
    // Nobody edits while it builds; a second build on this machine would find the port of the first taken.
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    // Nothing is bundled for a browser here.
    optimizeDeps: { noDiscovery: true },
  })
  const { prerender } = (await server.ssrLoadModule('/prerender.tsx')) as { prerender: () => Promise<string> }
  const drawn = await prerender()
  await server.close()
  return drawn
}

const isWanted = process.argv.includes('--if-changed')
const built = await readFile(stampFile, 'utf8').catch(() => '')
if (isWanted && !existsSync(join(root, 'node_modules/vite'))) {
  // A lean server, installed without the tools, runs what was built before it was packed.
  if (!built)
    throw new Error('The apps are not built: run `npm run build` where the development packages are installed.')
} else {
  const current = await fingerprint()
  if (!isWanted || built !== current) {
    process.env.NODE_ENV = 'production'
    const { build } = await import('vite')
    for (const mode of ['web', 'ops']) {
      await build({ mode, configFile: join(root, 'vite.config.ts'), logLevel: isWanted ? 'warn' : 'info' })
      if (mode === 'web') {
        await shrinkCheckers(join(root, 'dist/web/assets'))
        await writeDocument(join(root, 'dist/web'), await drawHome())
        await writeManifests(join(root, 'dist/web'))
        await writeWorker(join(root, 'dist/web'))
      }
      await compressFolder(join(root, 'dist', mode))
    }
    await mkdir(join(root, 'dist'), { recursive: true })
    await writeFile(stampFile, current)
  }
  // Anew each time: the server's own sources are part of the release and of nothing that is built.
  const manifest = await describeRelease(root)
  await writeFile(join(root, manifestFile), manifest)
  if (!isWanted) console.log(`Release ${hashOf(manifest)}`)
}
