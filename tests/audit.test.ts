import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publishHeads } from '#server/services/fairness/publish-head'
import { ledgerHead } from '#server/services/ledger/seal'
import { intrude, sealAll } from '#server/testing/ledger'
import { openHouse } from '#server/testing/open-house'
import { programEnv } from './program.ts'

test('npm run audit reports balances, whether they add up, and whether a published head still matches', async () => {
  const house = await openHouse()
  await house.player({ balance: '12.34' })
  await sealAll(house.app)
  const { number, hash } = (await ledgerHead(house.app.db.query))!
  const audit = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/clearball/main.ts', 'audit', ...args], {
      env: { ...programEnv, DATABASE_URL: house.databaseUrl('clearball_server') },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
    )
  expect(await audit('--head', `${number}:${hash}`)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/available +12\.34\n[^]*difference +0\.00\n2 entries, head 1:[^]*The ledger adds up/),
  })
  await publishHeads(house.app)
  const mirror = await mkdtemp(join(tmpdir(), 'clearball-mirror-'))
  const checkpoint = await (await fetch(`${house.playerUrl}/fair/log/checkpoint`)).text()
  const tile = `fair/log/tile/entries/000.p/${checkpoint.split('\n')[1]}`
  await mkdir(dirname(join(mirror, tile)), { recursive: true })
  const entries = Buffer.from(await (await fetch(`${house.playerUrl}/${tile}`)).arrayBuffer())
  await writeFile(join(mirror, tile), entries)
  expect(await audit('--mirror', mirror)).toMatchObject({ code: 0 })
  await writeFile(join(mirror, tile), entries.toString('latin1').replace(hash, '0'.repeat(64)), 'latin1')
  const mirrored = await audit('--mirror', mirror)
  expect(mirrored).toMatchObject({ code: 1, said: expect.stringContaining('is not in the chain') })
  const other = await audit('--head', `${number}:${'0'.repeat(64)}`)
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('is not in the chain') })

  await intrude(house, (tx) => sql`update account set balance = 1 where balance is not null`.execute(tx))
  const broken = await audit()
  expect(broken.code).toBe(1)
  expect(broken.said).toMatch(/holds 1, its entries say 1234/)
  // What is found is said at once: a later look may fail.
  await intrude(house, (tx) => sql`revoke select on operator_action from clearball_app`.execute(tx))
  const cut = await audit()
  expect(cut).toMatchObject({
    code: 1,
    said: expect.stringMatching(/holds 1, its entries say 1234[^]*permission denied/),
  })
  await intrude(house, (tx) => sql`grant select on operator_action to clearball_app`.execute(tx))
  await intrude(house, (tx) => sql`update account set balance = 1234 where balance is not null`.execute(tx))
  await rm(mirror, { recursive: true })
  await house.close()
})
