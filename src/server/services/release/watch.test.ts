import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import { watchLedger } from '../ledger/watch.ts'
import { beat } from '../node/beat.ts'
import { move } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { describeRelease, manifestFile } from './manifest.ts'
import { watchRelease } from './watch.ts'

let house: House
let an: Player
let auditor: Visitor
let root: string
beforeAll(async () => {
  house = await openHouse()
  an = await house.player({ balance: '20.00' })
  auditor = await house.operator('auditor')
  root = await mkdtemp(join(tmpdir(), 'clearball-release-'))
  for (const folder of ['dist/web/assets', 'src/core/money', 'src/server'])
    await mkdir(join(root, folder), { recursive: true })
  for (const path of ['package.json', 'package-lock.json', served, run, 'src/server/main.ts'])
    await writeFile(join(root, path), `// ${path}\n`)
  await writeFile(join(root, manifestFile), await describeRelease(root))
})
afterAll(async () => {
  await house.close()
  await rm(root, { recursive: true })
})

const served = 'dist/web/assets/app.js'
const run = 'src/core/money/cents.ts'
const look = () => watchRelease(house.app, root)
const outcome = () =>
  move(house.app, demoGranted(an.id, 1n as Cents)).then(
    () => 'moved',
    (error: { code: string }) => error.code,
  )
const alarms = async () => (await auditor.call(showDesk, {})).alarms.filter(({ kind }) => kind === 'files')

const tampers: [what: string, tamper: () => Promise<unknown>, says: string][] = [
  ['a file that is served', () => appendFile(join(root, served), 'x'), `${served} was altered`],
  ['a file that is run', () => appendFile(join(root, run), 'x'), `${run} was altered`],
  ['a file taken away', () => rm(join(root, run)), `${run} is missing`],
  ['a file added', () => writeFile(join(root, 'src/server/door.ts'), ''), 'src/server/door.ts was added'],
  ['no manifest', () => rm(join(root, manifestFile)), `${manifestFile} is missing`],
]

test.each(tampers)(
  'K6: %s raises an alarm and stops money, reading goes on, and only restoring the file ends it',
  async (...row) => {
    const [, tamper, says] = row
    expect([await look(), await outcome(), await alarms()]).toEqual([false, 'moved', []])
    const kept = new Map<string, string>()
    for (const path of [served, run, manifestFile]) kept.set(path, await readFile(join(root, path), 'utf8'))
    await tamper()
    expect(await look()).toBe(true)
    expect(await outcome()).toBe('money_stopped')
    expect(await an.balance()).toMatch(/^20\./)
    expect((await alarms()).map(({ what }) => what)).toEqual([expect.stringContaining(says)])
    // A ledger that adds up must not end an alarm about files.
    await watchLedger(house.app, { next: 1n, caused: 0n })
    expect([await look(), await outcome()]).toEqual([true, 'money_stopped'])
    await rm(join(root, 'src/server/door.ts'), { force: true })
    for (const [path, text] of kept) await writeFile(join(root, path), text)
    expect([await look(), await outcome(), await alarms()]).toEqual([false, 'moved', []])
  },
)

test('K6: neither intact files here nor a correct ledger ends the alarm of another running node', async () => {
  const { db, clock, random } = house.app
  const at = new Date(clock.nowMs())
  const id = random.uuid()
  const there = { source: 'files@elsewhere', node_id: id, what: 'src/server/main.ts was altered', raised_at: at }
  await db.query.insertInto('node').values({ id, name: 'elsewhere', pictures: '' }).execute()
  await db.query.insertInto('alarm').values(there).execute()
  expect(await look()).toBe(false)
  await beat(house.app)
  await watchLedger(house.app, { next: 1n, caused: 0n })
  expect(await outcome()).toBe('money_stopped')
  expect(await alarms()).toMatchObject([{ what: 'elsewhere: src/server/main.ts was altered' }])
  // Once the other node is gone, a node whose own files are intact ends its alarm.
  await db.query.deleteFrom('node').where('id', '=', id).execute()
  await beat(house.app)
  expect(await outcome()).toBe('moved')
})
