// Budgets for what is downloaded, found through the build's own manifest: the document with its styles and what runs first in
// it, all scripts of home for a first visitor in the default language, what the game screen adds to them, and each draw's scene.
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

function withImports(name, seen = new Set()) {
  if (!manifest[name]) throw new Error(`${name} is not in the build's manifest`)
  seen.add(name)
  for (const each of manifest[name].imports ?? []) if (!seen.has(each)) withImports(each, seen)
  return seen
}

const together = (parts) => new Set(parts.flatMap((name) => [...withImports(name)]))
const firstScreen = together(['react-first.ts', 'index.html', 'i18n/locales/vi.json', '../contract/names/vi.json'])
const gameScreen = together([
  'screens.ts',
  'routes/play/game/GamePage.tsx',
  'routes/play/czgame/CombinationGamePage.tsx',
  'state/evidence.ts',
  '../contract/texts/vi.json',
  'i18n/locales/screens/vi.json',
  '../contract/plays/vi.json',
]).difference(firstScreen)
const scenes = { k3: 'dice/dice', pk10: 'race/race', 'ssc and x11_5': 'drum/drum' }
const sceneOf = (path) =>
  together(['routes/play/scene/Panel.tsx', `routes/play/scene/${path}.ts`]).difference(firstScreen.union(gameScreen))
const files = (names) => [...names].map((name) => `dist/web/${manifest[name].file}`)

export default [
  { name: 'first screen, JavaScript', path: files(firstScreen), limit: '100 kB', brotli: true },
  { name: 'what the game screen adds', path: files(gameScreen), limit: '60 kB', brotli: true },
  ...Object.entries(scenes).map(([family, path]) => ({
    name: `the scene of ${family}`,
    path: files(sceneOf(path)),
    limit: '12 kB',
    brotli: true,
  })),
  { name: 'the checker of draws', path: 'dist/web/assets/small-checker-*.js', limit: '30 kB', brotli: true },
  { name: 'the document', path: 'dist/web/index.html', limit: '20 kB', brotli: true },
]
