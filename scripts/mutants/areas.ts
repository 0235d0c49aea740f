/** A part of the code, and the tests that are to notice what is changed in it. */
type Area = {
  readonly folder: string
  /** Subfolders that are an area of their own. */
  readonly without?: readonly string[]
  readonly tests: readonly string[]
  readonly needsDatabase: boolean
}

const core = (name: string): Area => ({
  folder: `src/core/${name}`,
  tests: ['src/core/loads.test.ts', `src/core/${name}/**/*.test.ts`],
  needsDatabase: false,
})

/** Tests of other folders that make the same calls; a change is run only against those tests that get to it. */
const reviewing = ['features/reviews', 'features/deposits', 'features/approvals', 'features/signals', 'features/shifts']
const playing = [
  'features/bets',
  'features/draws',
  'features/play-limits',
  'features/game-stops',
  'features/exclusions',
]

const server = (folder: string, others: readonly string[], more: Pick<Area, 'without'> = {}): Area => ({
  folder: `src/server/${folder}`,
  tests: [folder, ...others].map((each) => `src/server/${each}/**/*.test.ts`),
  needsDatabase: true,
  ...more,
})

/** What `npm run mutants` knows, by the name that is typed. */
export const areas: Readonly<Record<string, Area>> = {
  money: core('money'),
  games: core('games'),
  fairness: core('fairness'),
  ledger: server('services/ledger', [
    'services/fairness',
    'services/liabilities',
    'features/deposits',
    'features/reality-check',
    'features/statement',
    'features/withdrawals',
  ]),
  withdrawals: server('features/withdrawals', reviewing),
  'repeat-orders': server('features/bets/repeat-orders', ['features/play-limits', 'features/exclusions', 'edges/jobs']),
  bets: server('features/bets', playing, { without: ['repeat-orders'] }),
  draws: server('features/draws', playing),
}
