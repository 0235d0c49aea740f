import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { locales } from '../../src/contract/locales.ts'
import { filesOf, readParts } from './write-document.ts'

const root = new URL('../..', import.meta.url).pathname
type Words = { app: { tagline: string }; pay: { betOrders: string }; page: { support: string; mine: string } }

/** The splash is drawn in these; the page's own theme colour takes over when it is there. */
const colours = {
  '': { background_color: '#ffffff', theme_color: '#ffffff' },
  '-dark': { background_color: '#0c1413', theme_color: '#0b6e69' },
}

/**
 * One manifest per language and theme. The app's identity does not depend on it, so changing either makes no other app.
 */
export async function writeManifests(folder: string): Promise<void> {
  for (const lang of locales) {
    const words = JSON.parse(await readFile(join(root, `src/web/i18n/locales/${lang}.json`), 'utf8')) as Words
    const manifest = {
      id: '/',
      lang,
      name: `Clearball · ${words.app.tagline}`,
      short_name: 'Clearball',
      description: words.app.tagline,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      orientation: 'portrait',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: words.pay.betOrders, url: '/pay/xzlist' },
        { name: words.page.support, url: '/kefu/kefu' },
        { name: words.page.mine, url: '/my/my' },
      ],
    }
    for (const [theme, own] of Object.entries(colours))
      await writeFile(join(folder, `manifest.${lang}${theme}.webmanifest`), JSON.stringify({ ...manifest, ...own }))
  }
}

/** Puts the list of this build's files in front of the worker's code, named by a hash over all of them. */
export async function writeWorker(folder: string): Promise<void> {
  const parts = await readParts(folder)
  const source = await readFile(join(root, 'src/web/worker/sw.ts'), 'utf8')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found
    .flatMap((each) =>
      each.isFile() ? [`/${relative(folder, join(each.parentPath, each.name)).replaceAll(sep, '/')}`] : [],
    )
    // Without a connection every page begins with the document of all pages, home too.
    .filter((path) => /\.(js|css|html|svg)$/.test(path) && path !== '/sw.js' && path !== '/home.html')
    .sort()
  const hash = createHash('sha256').update(source)
  for (const path of files) hash.update(path).update(await readFile(join(folder, path)))
  const shell = [...shellOf(parts), ...files.filter((path) => !path.startsWith('/assets/'))]
  const built = { version: hash.digest('hex').slice(0, 16), shell, files, notices: await readNotices() }
  // Loaded here, since a lean server has no Vite and builds nothing.
  const { transformWithOxc } = await import('vite')
  const { code } = await transformWithOxc(source, 'sw.ts', { sourcemap: false })
  await writeFile(join(folder, 'sw.js'), `const BUILT = ${JSON.stringify(built)}\n${code}`)
}

/** What notifications say. The worker has no other way to these words: it may be started without a page. */
async function readNotices(): Promise<Record<string, unknown>> {
  const read = async (lang: string) => {
    const words = await readFile(join(root, `src/web/i18n/locales/screens/${lang}.json`), 'utf8')
    return [lang, (JSON.parse(words) as { pushNotice: unknown }).pushNotice] as const
  }
  return Object.fromEntries(await Promise.all(locales.map(read)))
}

/**
 * The app's frame with home and what stands in for pages without a connection; a language is kept once it is spoken.
 */
function shellOf(parts: Awaited<ReturnType<typeof readParts>>): string[] {
  const files = new Set(['index.html', 'react-first.ts', 'screens.ts'].flatMap((name) => filesOf(parts, name)))
  return [...files].map((file) => `/assets/${file}`)
}
