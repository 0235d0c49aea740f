import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { quicknet, roundTimeMs } from '#core/fairness/beacon'
import vectors from '../../../core/fairness/testing/drand-quicknet.json' with { type: 'json' }
import { openLog } from '../../world/log.ts'
import { testClock } from '../../testing/open-house.ts'
import { type RelayAnswer, openRelay } from '../../testing/draws/stand-in-relay.ts'
import { openPublicBeacon } from './public-beacon.ts'

const newest = vectors.positive.at(-1)!
const genuine = (asked: string): RelayAnswer => {
  const found = asked === 'latest' ? newest : vectors.positive.find(({ round }) => String(round) === asked)
  return found ? { body: JSON.stringify(found) } : { status: 404 }
}
const lying =
  (signature: string, round = newest.round) =>
  (): RelayAnswer => ({ body: JSON.stringify({ round, signature }) })

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function open(...answers: ((asked: string) => RelayAnswer)[]) {
  const relays = await Promise.all(answers.map(openRelay))
  const said: string[] = []
  const log = openLog('debug', { write: (line) => void said.push(line) })
  const clock = testClock(roundTimeMs(quicknet, newest.round) + 500)
  const beacon = openPublicBeacon({ relays: relays.map(({ url }) => url), clock, log })
  opened.push(beacon, ...relays)
  return { beacon, relays, said, clock }
}

describe('rounds', () => {
  test('every recorded round is accepted, with the hash of its signature as randomness', async () => {
    const { beacon } = await open(genuine)
    for (const { round, signature } of vectors.positive) {
      const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex')
      expect(await beacon.fetch(round)).toEqual({ round, signature, randomness })
    }
  })

  test.each(vectors.negative)('what a relay sends as $id is refused', async ({ round, signature }) => {
    const { beacon } = await open(lying(signature, round))
    expect(await beacon.fetch(round)).toBeNull()
  })

  test('one honest relay among false ones is enough, and the log names the false ones', async () => {
    const other = vectors.positive.at(-2)!
    const { beacon, said, relays } = await open(
      lying(other.signature),
      lying(other.signature, other.round),
      () => ({ status: 500 }),
      () => ({ body: 'no JSON' }),
      () => ({ body: `{"round":${newest.round},"signature":"${'a'.repeat(9_000)}"}` }),
      () => ({ waitMs: 60_000 }),
      () => ({ status: 302, location: 'http://127.0.0.1:1/' }),
      (asked) => ({ ...genuine(asked), waitMs: 300 }),
    )
    expect(await beacon.fetch(newest.round)).toMatchObject({ signature: newest.signature })
    expect(said.filter((line) => line.includes('not genuine')).join()).toContain(relays[0]!.url)
  })

  test('if no relay answers, the request is given up after a few seconds', async () => {
    const { beacon } = await open(() => ({ waitMs: 60_000 }))
    const startedMs = performance.now()
    expect(await beacon.fetch(newest.round)).toBeNull()
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  })

  test('a round that no relay has yet is answered with null', async () => {
    const { beacon } = await open(genuine, genuine)
    expect(await beacon.fetch(newest.round + 1)).toBeNull()
  })
})

describe('the newest round', () => {
  test('only one relay is asked if it is up to date', async () => {
    const { beacon, relays } = await open(genuine, genuine)
    expect(await beacon.newest()).toBe(newest.round)
    expect(relays.flatMap(({ asked }) => asked)).toEqual(['latest'])
  })

  test('a relay that repeats an old round does not hide the new one', async () => {
    const stale = () => ({ body: JSON.stringify(vectors.positive[0]) })
    const { beacon } = await open(stale, genuine, () => ({ status: 503 }))
    expect(await beacon.newest()).toBe(newest.round)
  })

  test('a relay cannot invent a round', async () => {
    const { beacon } = await open(lying(newest.signature, newest.round + 100))
    expect(await beacon.newest()).toBeNull()
  })
})
