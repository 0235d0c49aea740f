import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { digestMarket, digestQuestion, type MarketDigest } from '../tests/second-opinion/game-digest.ts'

// Every market of the race at every place, over all 3,628,800 permutations, against the second opinion. Takes minutes.
const python = spawn('python3', [fileURLToPath(new URL('../tests/second-opinion/games.py', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const theirs = createInterface({ input: python.stdout })[Symbol.asyncIterator]()

let differences = 0
for (const market of families.pk10.markets) {
  for (const position of positionsOf(market)) {
    const asked = { market, position, full: true }
    python.stdin.write(`${digestQuestion(asked)}\n`)
    const ours = digestMarket(asked)
    const answer = await theirs.next()
    if (answer.done) throw new Error('the second opinion ended early; is python3 installed?')
    const isSame = isDeepStrictEqual(ours, JSON.parse(answer.value) as MarketDigest)
    if (!isSame) differences += 1
    console.log(`${isSame ? 'same' : 'DIFFERENT'} ${ours.outcomes} permutations ${playCode(market, position)}`)
  }
}
python.stdin.end()
console.log(`${differences} differences`)
process.exitCode = differences === 0 ? 0 : 1
