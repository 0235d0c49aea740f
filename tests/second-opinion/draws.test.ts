import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { quicknet } from '#core/fairness/beacon'
import { commitOf, kinds, outcomeOf, seedOf, streamOf } from '#core/fairness/numbers'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) process.stderr.write('python3 is not installed: the second opinion on draws is skipped\n')

const count = 1000
const chance = (label: string, bytes: number) =>
  createHash('sha512')
    .update(label)
    .digest('hex')
    .slice(0, bytes * 2)

const draws = Array.from({ length: count }, (_, at) => ({
  drawId: `gäme_${at % 7}:20261115:${String(at).padStart(4, '0')}`,
  kind: kinds[at % kinds.length]!,
  rulesHash: chance(`rules ${at % 3}`, 32),
  chainHash: quicknet.chainHash,
  round: at % 5 === 0 ? 2 ** 40 + at : 1 + Number.parseInt(chance(`round ${at}`, 4), 16),
  signature: chance(`signature ${at}`, 48),
  secret: chance(`secret ${at}`, 32),
}))

test.skipIf(!hasPython)(`a second implementation agrees on ${count} random draws of all kinds`, () => {
  const input = draws.map((draw) => JSON.stringify(draw)).join('\n')
  const { stdout, status } = spawnSync('python3', ['tests/second-opinion/draws.py'], { input, encoding: 'utf8' })
  expect(status).toBe(0)
  const second = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const first = draws.map(({ signature, ...draw }) => {
    const randomness = createHash('sha256').update(signature, 'hex').digest('hex')
    const seed = seedOf({ ...draw, randomness })
    return { commit: commitOf(draw), seed, outcome: outcomeOf(draw.kind, streamOf(seed)) }
  })
  expect(second).toEqual(first)
})
