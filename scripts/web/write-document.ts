import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { locales } from '../../src/contract/locales.ts'
import { familyOrder, games } from '../../src/core/games/catalogue.ts'

const root = new URL('../..', import.meta.url).pathname
type Parts = Record<string, { file: string; name?: string; imports?: string[] }>

/** What the build is made of, by the names of the sources. */
export const readParts = async (folder: string): Promise<Parts> =>
  JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Parts

/**
 * Finishes the document that every visit begins with, and home's own, which is the same without the names of files that home does not
 * fetch. Styles and the few lines that run first stand in it, so that whatever is drawn in it is painted as soon as it has come; the
 * server's content policy names them by their hashes.
 */
export async function writeDocument(folder: string, drawn: string): Promise<void> {
  const parts = await readParts(folder)
  const styles = await taken(join(folder, parts['style.css']!.file))
  const theme = await taken(join(folder, 'theme.js'))
  const start = await readFile(join(root, 'src/web/start.js'), 'utf8')
  const { elsewhere, ...home } = firstFiles(parts)
  const shared = { games: schedules, unreachable: await unreachableWords() }
  const page = (await readFile(join(folder, 'index.html'), 'utf8'))
    .replace(/\s*(<script [^>]*><\/script>|<link rel="(modulepreload|stylesheet)"[^>]*>)/g, '')
    .replace('<div id="root"></div>', () => `<div id="root"><div data-drawn>${drawn}</div></div>`)
  const documents = { 'home.html': { ...home, ...shared }, 'index.html': { ...home, ...elsewhere, ...shared } }
  for (const [name, files] of Object.entries(documents)) {
    const script = await small(`${theme}\n${start.replace('__FILES__', () => JSON.stringify(files))}`)
    const head = `<script>${script}</script><style>${styles}</style></head>`
    await writeFile(
      join(folder, name),
      page.replace('</head>', () => head),
    )
  }
}

/** What the order of the games on home is computed from. */
const schedules = games.map((game) => [
  game.code,
  familyOrder.indexOf(game.family),
  game.firstDrawSec,
  game.intervalSec,
  game.drawsPerDay,
  game.closeBeforeSec,
])

/** The text of a file that the document holds from now on. */
async function taken(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  await rm(path)
  return text.trim()
}

async function small(code: string): Promise<string> {
  // Loaded here, since a lean server has no Vite and builds nothing.
  const { minify } = await import('vite')
  const { code: minified, errors } = await minify('start.js', code, { module: false })
  if (errors.length > 0) throw new Error(errors[0]!.message)
  return minified.trim()
}

/** What is said, and what the button says, where the app and its words cannot be fetched. */
async function unreachableWords(): Promise<Record<string, readonly [string, string]>> {
  const said = locales.map(async (locale) => {
    const text = await readFile(join(root, `src/web/i18n/locales/${locale}.json`), 'utf8')
    const { common } = JSON.parse(text) as { common: { unreachable: string; retry: string } }
    return [locale, [common.unreachable, common.retry]] as const
  })
  return Object.fromEntries(await Promise.all(said))
}

/** What each visit needs: the app, the words of a language, and for another page than home the other screens' words. */
function firstFiles(parts: Parts) {
  const app = filesOf(parts, 'index.html')
  const first = ['react-first.ts', chunk(parts, 'answers'), 'index.html']
  const without = (names: string[]) => names.filter((name) => !app.includes(name))
  const byLocale = (...folders: string[]) =>
    grouped(parts, new RegExp(`(?:${folders.join('|')})/([\\w-]+)\\.json$`), without)
  return {
    // Evaluated one after the other, each with what it imports.
    first: first.map((name) => filesOf(parts, name)[0]!),
    app: [...new Set(first.flatMap((name) => filesOf(parts, name)))],
    words: byLocale('i18n/locales', 'contract/names'),
    elsewhere: {
      screens: byLocale('locales/screens', 'contract/plays', 'contract/texts'),
      // Which files each of those screens is made of.
      list: without(filesOf(parts, 'screens.ts')),
      // Pages one arrives at from outside; the others are fetched from inside the app.
      pages: grouped(parts, /^routes(\/account\/\w+)\/\w+Page\.tsx$/, without),
    },
  }
}

/** A part that no source is named after, since several are in it. */
function chunk(parts: Parts, named: string): string {
  const found = Object.keys(parts).find((key) => key.startsWith('_') && parts[key]!.name === named)
  if (!found) throw new Error(`${named} is not in the build's manifest`)
  return found
}

/** The files of all parts whose names match, by what the pattern finds in the name. */
function grouped(parts: Parts, pattern: RegExp, pick: (names: string[]) => string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const name of Object.keys(parts)) {
    const key = pattern.exec(name)?.[1]
    if (key) found[key] = [...new Set([...(found[key] ?? []), ...pick(filesOf(parts, name))])]
  }
  return found
}

/** A part and all that it imports, without the folder that they are all in. */
export function filesOf(parts: Parts, name: string, seen = new Set<string>()): string[] {
  const part = parts[name]
  if (!part) throw new Error(`${name} is not in the build's manifest`)
  const file = basename(part.file)
  if (seen.has(file)) return []
  seen.add(file)
  return [file, ...(part.imports ?? []).flatMap((each) => filesOf(parts, each, seen))]
}
