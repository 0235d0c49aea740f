import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAnswers } from '#server/services/answers/open-answers'
import { newestCheckpoint } from '#server/services/fairness/public-log'
import { firstKey } from '#server/services/fairness/operator-keys'
import { fillLog, tileSizes } from '#server/testing/draws/fill-log'
import { type House, openHouse } from '#server/testing/open-house'
import { testDatabaseUrl } from '#server/testing/test-cluster'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) process.stderr.write('python3 is not installed: the second opinion on the public log is skipped\n')

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

async function secondOpinion(): Promise<{ said: string; wrong: string }> {
  // As a node that has just started: it has kept no answer from before.
  Object.assign(house.app, { answers: openAnswers(house.app) })
  const vkey = await firstKey(house.app.db.query, house.app.config)
  const python = spawn('python3', ['tests/second-opinion/log.py', house.playerUrl, vkey])
  const [said, wrong] = await Promise.all([text(python.stdout), text(python.stderr)])
  return { said, wrong }
}

async function readsAll(sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    if (size > 0) await fillLog(house.app, size)
    const { said, wrong } = await secondOpinion()
    expect(wrong).toBe('')
    const root = (await newestCheckpoint(house.app.db.query))?.root.toString('hex') ?? emptyRoot
    expect(JSON.parse(said)).toEqual({ size, root, records: size })
  }
}

const small = tileSizes.filter((size) => size < 1_000)
test.skipIf(!hasPython)(
  `a second implementation reads the whole log by its tiles, at ${small.join(', ')} entries`,
  () => readsAll(small),
)

const emptyRoot = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test.skipIf(!hasPython)('a changed entry, hash or checkpoint is found by it', async () => {
  const database = house.databaseUrl('clearball_owner').split('/').at(-1)!
  const superuser = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  await superuser.connect()
  await superuser.query(`set session_replication_role = replica`)
  await superuser.query(`alter table log_record drop constraint log_record_leaf_is_its_hash`)
  const ways: [change: string, back: string, reason: string][] = [
    [
      `update log_record set entry = replace(entry, '77', '78') where seq = 77`,
      `update log_record set entry = replace(entry, '78', '77') where seq = 77`,
      'the tiles of level 0 have other hashes',
    ],
    [
      `update log_tile_root set hash = sha256(hash) where level = 1 and index = 0`,
      `update log_tile_root set hash = (select hash from kept) where level = 1 and index = 0`,
      'the tiles of level 1 have other hashes',
    ],
    [
      `update log_checkpoint set note = replace(note, E'\\n257\\n', E'\\n256\\n') where size = 257`,
      `update log_checkpoint set note = replace(note, E'\\n256\\n', E'\\n257\\n') where size = 257`,
      'the checkpoint is not signed',
    ],
  ]
  await superuser.query(`create table kept as select hash from log_tile_root where level = 1 and index = 0`)
  for (const [change, back, reason] of ways) {
    await superuser.query(change)
    expect((await secondOpinion()).wrong.trim()).toBe(reason)
    await superuser.query(back)
  }
  expect((await secondOpinion()).wrong).toBe('')
  await superuser.end()
})

const large = tileSizes.filter((size) => size > 1_000)
test.skipIf(!hasPython)(`so it does at ${large.join(', ')} entries`, () => readsAll(large), 120_000)
