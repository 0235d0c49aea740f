import { appendFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { walkSeed } from './walk.ts'

/** `npm run walk` asks for more seeds and longer walks; here it is a short one, the same every time. */
const { WALK_SEEDS = '11', WALK_STEPS = '12', WALK_TRIES = '0', WALK_REPORT } = process.env

for (const seed of WALK_SEEDS.split(',').map(Number))
  test(`whatever a player does, what is shown as done is done, once (walk ${seed})`, async ({ browser }) => {
    test.setTimeout(Number(WALK_STEPS) * 60_000 * (1 + Number(WALK_TRIES)))
    const { story, done, balances, problems } = await walkSeed(browser, {
      seed,
      steps: Number(WALK_STEPS),
      tries: Number(WALK_TRIES),
    })
    if (WALK_REPORT) await appendFile(WALK_REPORT, `${JSON.stringify({ seed, done, balances, story, problems })}\n`)
    expect(problems, `\n${story.join('\n')}\n`).toEqual([])
  })
