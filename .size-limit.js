// Budgets for what a first visitor downloads, found through the build's own manifest: home, in the default language.
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

function withImports(name, seen = new Set()) {
  if (!manifest[name]) throw new Error(`${name} is not in the build's manifest`)
  seen.add(name)
  for (const each of manifest[name].imports ?? []) if (!seen.has(each)) withImports(each, seen)
  return seen
}

const parts = ['index.html', 'routes/index/HomePage.tsx', 'i18n/locales/vi.json', '../contract/texts/vi.json']
const firstScreen = new Set(parts.flatMap((name) => [...withImports(name)]))

export default [
  {
    name: 'first screen, JavaScript',
    path: [...firstScreen].map((name) => `dist/web/${manifest[name].file}`),
    limit: '100 kB',
    brotli: true,
  },
  { name: 'styles', path: 'dist/web/assets/*.css', limit: '15 kB', brotli: true },
]
