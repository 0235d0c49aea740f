/** A promise of the README, in its words, and the commands that show that it holds. */
export type Promised = { readonly says: string; readonly commands: readonly string[] }

/** The promises, in the order of the README, which has the same sentences under “What it promises”. */
export const promises = {
  draws: {
    says: 'Every draw can be checked by anyone, with our verifier or with somebody else’s tools.',
    commands: ['npm run verify', 'npm run interop'],
  },
  chances: {
    says: 'Every chance is the one that is shown: odds are counted from the rules, and draws are uniform.',
    commands: ['npm run fairness:race', 'npm run fairness:stats'],
  },
  balances: {
    says: 'Every balance adds up to the cent, and its owner can prove it.',
    commands: ['npm run audit', 'npm run bench -- liabilities'],
  },
  results: {
    says: 'Nobody can choose, preview or change a result, and nobody gains by a delay.',
    commands: ['npm run fairness:stats', 'npm test'],
  },
  kept: {
    says: 'What was answered as done is kept, once, whatever dies meanwhile.',
    commands: [
      'npm run faults -- app --rounds 100',
      'npm run faults -- postgres',
      'npm run faults',
      'npm run simulate',
    ],
  },
  shown: {
    says: 'What a screen shows as done is done, once, on a bad connection and in two tabs too.',
    commands: ['npm run walk'],
  },
  refused: {
    says: 'Bad input is refused in the reader’s language, loses nothing and changes nothing.',
    commands: ['npm run walk', 'npm test'],
  },
  attacked: {
    says: 'The tools of attackers find nothing above low.',
    commands: ['supplies', 'sqlmap', 'crawl', 'guess', 'slow'].map((part) => `npm run attack -- ${part}`),
  },
  fast: {
    says: 'A durable bet over HTTP costs the app at most three times what an empty validated request costs.',
    commands: ['npm run bench -- http', 'npm run bench -- bets'],
  },
  steady: {
    says: 'Under load for an hour, memory stays flat and answers stay as quick as in the first minute.',
    commands: ['npm run soak -- load'],
  },
  noticed: {
    says: 'A change that breaks a rule breaks a test.',
    commands: ['npm run mutants', 'npm run simulate -- --defects'],
  },
} as const satisfies Record<string, Promised>

export type PromiseName = keyof typeof promises
