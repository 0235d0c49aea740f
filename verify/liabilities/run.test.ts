import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PathFile } from '#core/fairness/liabilities/path-file'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import { publishHeads } from '#server/services/fairness/publish-head'
import { sealLedger } from '#server/services/ledger/seal'
import { move } from '#server/testing/ledger'
import { type House, openHouse } from '#server/testing/open-house'
import type { Player } from '#server/testing/person'
import { openProving, type Proving } from '#server/testing/liabilities/proving'
import { lookOnce, openMirror } from '../mirror/mirror.ts'
import { runLiabilities, type LiabilitiesOptions } from './run.ts'

const hourMs = 3_600_000
let house: House
let proving: Proving
let folder: string
let an: Player
let file: PathFile
const mine = () => join(folder, 'an.json')
beforeAll(async () => {
  house = await openHouse()
  proving = openProving(house.app)
  folder = await mkdtemp(join(tmpdir(), 'clearball-owed-'))
  an = await house.player({ account: 'an_verifies', balance: '120.00' })
  // The third hour has no proof.
  for (const hours of [0, 1, 2]) {
    house.clock.forward(hours * hourMs)
    await move(house.app, demoGranted(an.id, 5_00n as Cents))
    await sealLedger(house.app)
    await publishHeads(house.app)
    expect(await proving.take()).toBe(true)
  }
  file = (await proving.proofOf(an)).file
  await writeFile(mine(), JSON.stringify(file))
})
afterAll(async () => {
  await proving.close()
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

async function told(targets: readonly string[], more: Partial<LiabilitiesOptions> = {}) {
  const lines: string[] = []
  const options = { targets, key: null, policy: null, account: undefined, list: undefined, json: false, ...more }
  const code = await runLiabilities(options, (line) => void lines.push(line))
  return { code, text: lines.join('\n') }
}

test('a player’s file holds by itself, and is the proof that the site shows everybody', async () => {
  const { code, text } = await told([mine(), house.playerUrl], { account: 'an_verifies', key: file.operatorKey })
  expect(text).toContain('an_verifies: owed 135.00 in')
  expect(text).toContain('shows everybody the same proof')
  expect({ code, verdict: text.split('\n').at(-1) }).toEqual({ code: 0, verdict: 'Holds.' })
})

test('several hours in a row hold by the log of a site, and so does the whole list of one', async () => {
  const { code, text } = await told([house.playerUrl])
  expect(text).toMatch(
    /^3 proofs, from .*\n1 hours without one, the last .*\nproof 3 of .*135\.00 owed.*\n\d+ leaves add up\nHolds\.$/,
  )
  expect(code).toBe(0)
  expect((await told([house.playerUrl, '1'])).text).toContain('125.00 owed')
})

test('a mirror is enough, with the list as a file', async () => {
  const mirrored = join(folder, 'mirror')
  const setting = { site: house.playerUrl, folder: mirrored, key: null, patienceMs: 0, clock: Date.now, tell: () => {} }
  expect(await lookOnce(await openMirror(setting), setting)).toBe(true)
  expect((await told([mirrored])).text).toContain('the list was not checked')
  const list = join(folder, 'list.txt')
  await writeFile(list, await (await fetch(`${house.playerUrl}/fair/liabilities/3.txt`)).text())
  expect((await told([mirrored, '3'], { list })).text).toContain('leaves add up')
  expect((await told([mine(), mirrored])).code).toBe(0)
})

test('whatever was altered fails, and says why', async () => {
  const lie = async (changed: object) => {
    const path = join(folder, 'lie.json')
    await writeFile(path, JSON.stringify({ ...file, ...changed }))
    return (await told([path], { account: 'an_verifies' })).text.split('\n').at(-1)
  }
  const { parts, owed } = file
  const less = parts.with(0, { ...parts[0]!, amount: parts[0]!.amount + 1 })
  expect(await lie({ account: 'somebody' })).toBe('FAILS: the file is about another account than yours.')
  expect(await lie({ parts: less })).toBe('FAILS: the parts do not add up to what is owed.')
  expect(await lie({ parts: less, owed: { ...owed, available: owed.available + 1 } })).toBe(
    'FAILS: a path does not lead to the root and the total in the log.',
  )
  expect(await lie({ secret: '0'.repeat(64) })).toContain('does not lead to the root')
  expect((await told([mine()], { key: 'other+00000000+AA' })).text).toContain('another key')
  const list = join(folder, 'list.txt')
  const text = await (await fetch(`${house.playerUrl}/fair/liabilities/3.txt`)).text()
  await writeFile(list, text.split('\n').slice(1).join('\n'))
  expect((await told([house.playerUrl, '3'], { list })).text).toContain('another root, total or number of leaves')
  expect(JSON.parse((await told([house.playerUrl, '3'], { list, json: true })).text)).toMatchObject({
    verdict: 'fail',
    problem: 'list-differs',
  })
  expect((await readFile(mine(), 'utf8')).length).toBeLessThan(20_000)
})
