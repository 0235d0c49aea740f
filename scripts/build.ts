// Builds both apps into dist/. With --if-changed it does nothing when they were built from these very sources.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { describeRelease, hashOf, manifestFile } from '../src/server/release/manifest.ts'
import { writeManifests, writeWorker } from './web/installed-app.ts'

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
    'scripts/web/preload-first.ts',
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

/** Puts the home page into the document itself, so that there is something to see before any script has run. */
async function drawHome(): Promise<void> {
  const { createServer } = await import('vite')
  const configFile = join(root, 'vite.config.ts')
  const server = await createServer({
    mode: 'web',
    configFile,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true },
    // Nothing is bundled for a browser here.
    optimizeDeps: { noDiscovery: true },
  })
  const { prerender } = (await server.ssrLoadModule('/prerender.tsx')) as { prerender: () => Promise<string> }
  const page = join(root, 'dist/web/index.html')
  const drawn = `<div id="root"><div data-drawn>${await prerender()}</div></div>`
  await writeFile(
    page,
    (await readFile(page, 'utf8')).replace('<div id="root"></div>', () => drawn),
  )
  await server.close()
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
        await drawHome()
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
