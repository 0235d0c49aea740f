import type { Imports } from './imports.ts'

/**
 * Folders by layer, the lowest first. A file may import from its own folder and from lower layers; two folders of one layer
 * may not import one another. An empty name stands for the files that lie in `below` itself.
 */
export type Layers = { readonly below: string; readonly layers: readonly (readonly string[])[] }

/** The zones, as in docs/architecture.md, and the programs around them. */
export const zones: Layers = {
  below: '',
  layers: [
    ['src/core'],
    ['src/contract', 'src/ui'],
    ['src/server', 'src/web', 'src/ops'],
    ['verify', 'scripts'],
    ['bench'],
  ],
}

/** Inside the server. */
export const serverLayers: Layers = {
  below: 'src/server',
  layers: [['world'], ['db'], ['services'], ['features'], ['edges'], ['']],
}

/**
 * What a feature may import of other features: a new arrow is a decision, written down here. They form no circle.
 */
export const featureArrows: Readonly<Record<string, readonly string[]>> = {
  accounts: ['countries', 'exclusions', 'factors', 'players', 'reality-check', 'recovery', 'site', 'uploads'],
  approvals: ['countries', 'deposits', 'draws', 'operators', 'proposals', 'receiving', 'settings'],
  bets: ['certifications', 'exclusions', 'game-stops', 'play-limits'],
  certifications: ['countries', 'invitations', 'reviews', 'uploads'],
  countries: ['proposals'],
  demo: ['certifications', 'factors', 'invitations', 'reviews', 'wallets'],
  deposits: [
    'certifications',
    'deposit-limits',
    'exclusions',
    'proposals',
    'receiving',
    'reviews',
    'uploads',
    'wallets',
  ],
  desk: ['games', 'liabilities', 'operators', 'reports'],
  draws: ['bets', 'game-stops', 'proposals'],
  games: ['draws', 'settings'],
  lists: ['bets', 'reports'],
  operators: ['factors', 'players', 'proposals', 'reports'],
  players: ['bets', 'certifications', 'deposit-limits', 'exclusions', 'play-limits'],
  receiving: ['proposals', 'service'],
  service: ['uploads'],
  settings: ['draws', 'proposals'],
  'signal-cases': ['reviews', 'signals'],
  site: ['recovery'],
  statement: ['deposits'],
  wallets: ['accounts', 'certifications'],
  withdrawals: ['accounts', 'certifications', 'reviews', 'signals', 'wallets'],
}

/** The feature or service that a file of the server belongs to; null for any other file. */
export function partOf(file: string): string | null {
  return /^src\/server\/((?:services|features)\/[^/]+)\//.exec(file)?.[1] ?? null
}

/** The folder of a layer that a file lies in, or null for a file that the layers say nothing about. */
export function folderOf(file: string, { below, layers }: Layers): string | null {
  if (below && !file.startsWith(`${below}/`)) return null
  const path = below ? file.slice(below.length + 1) : file
  const known = layers.flat().filter((folder) => (folder ? path.startsWith(`${folder}/`) : !path.includes('/')))
  return known[0] ?? null
}

/** Every import that leads to a higher layer or to another folder of the same one, as `file → file`. */
export function upwardArrows(imports: Imports, layers: Layers): string[] {
  const heights = new Map(
    layers.layers.flatMap((folders, height) => folders.map((folder) => [folder, height] as const)),
  )
  return [...imports].flatMap(([file, targets]) => {
    const from = folderOf(file, layers)
    return targets
      .filter((target) => {
        const to = folderOf(target, layers)
        return from !== null && to !== null && from !== to && heights.get(to)! >= heights.get(from)!
      })
      .map((target) => `${file} → ${target}`)
  })
}
