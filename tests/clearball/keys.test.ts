import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWallet } from '#contract/money/wallets'
import { setPaymentPassword } from '#contract/people/profile'
import { closeApp, openApp, startApp } from '#server/open-app'
import { notTheDrawKey } from '#server/services/fairness/check-keys'
import { openSecret } from '#server/services/fairness/draw-secret'
import { publishSchedules } from '#server/features/draws/publish-schedule'
import { bankForm, paymentPassword } from '#server/testing/money'
import { type House, openHouse } from '#server/testing/open-house'
import { isPassword } from '#server/world/secrets/passwords'
import { unseal } from '#server/world/secrets/sealed'
import { Secret } from '#server/world/secrets/secret'
import { testPassword } from '#server/testing/person'
import { envLine } from '../../scripts/clearball/env-file.ts'
import { withStopped } from '../../scripts/clearball/keys/with-stopped.ts'
import { asked, clearball } from './terminal.ts'

let house: House
let file: string
const card = bankForm()
beforeAll(async () => {
  house = await openHouse()
  const { config } = house.app
  await publishSchedules(house.app)
  const player = await house.player({ certified: true })
  await player.call(setPaymentPassword, { password: paymentPassword, repeat: paymentPassword })
  await player.call(addWallet, card, randomUUID())
  file = join(config.dataFolder, 'house.env')
  const settings = {
    DATABASE_URL: house.databaseUrl('clearball_server'),
    DATABASE_OWNER_URL: house.databaseUrl('clearball_owner'),
    PASSWORD_PEPPER: config.pepper.reveal(),
    OPERATOR_KEY: config.operatorKey.reveal(),
    DRAW_KEY: config.drawKey.reveal(),
    HOUSE_BEACON_KEY: config.houseBeaconKey.reveal(),
    PUSH_PRIVATE_KEY: config.push!.privateKey.reveal(),
    PUSH_PUBLIC_KEY: config.push!.publicKey,
    PUSH_SUBJECT: 'mailto:house@house.example',
    DATA_DIR: config.dataFolder,
  }
  await writeFile(
    file,
    `${Object.entries(settings)
      .map(([name, value]) => envLine(name, value))
      .join('\n')}\n`,
  )
}, 400_000)
afterAll(() => house.abandon())

const read = async () => parseEnv(await readFile(file, 'utf8')) as Record<string, string>
const keys = (...args: string[]) => clearball(['--env', file, 'keys', ...args])
const ask = <Row extends object>(statement: string) => asked<Row>(house.databaseUrl('clearball_owner'), statement)

describe('clearball keys', { timeout: 600_000 }, () => {
  test('lists every key and never what it is', async () => {
    const { code, said } = await keys('list')
    expect(code).toBe(0)
    for (const name of ['operator', 'draw', 'pepper', 'push', 'house-beacon', 'database'])
      expect(said).toMatch(new RegExp(`^${name} `, 'm'))
    const settings = await read()
    for (const name of ['PASSWORD_PEPPER', 'OPERATOR_KEY', 'DRAW_KEY', 'HOUSE_BEACON_KEY', 'PUSH_PRIVATE_KEY'])
      expect(said).not.toContain(settings[name])
  })

  test('changes nothing while a node runs', async () => {
    const before = await read()
    const { code, said } = await keys('rotate', 'draw')
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('Stop every node first') })
    expect(await read()).toEqual({ ...before, NEW_DRAW_KEY: expect.any(String) })
    await house.stop()
  })

  test('seals the secrets of the draws to come with another key, and no commitment changes', async () => {
    type Row = { draw_id: string; commit: string; secret_sealed: Buffer }
    const query = 'select draw_id, commit, secret_sealed from period order by id'
    const [before, old] = [await ask<Row>(query), (await read()).DRAW_KEY!]
    expect(await keys('rotate', 'draw')).toMatchObject({ code: 0 })
    const [after, { DRAW_KEY: next, ...rest }] = [await ask<Row>(query), await read()]
    expect(next).not.toBe(old)
    expect(rest).not.toHaveProperty('NEW_DRAW_KEY')
    const open = ({ draw_id: drawId, commit, secret_sealed: sealed }: Row, key: string) =>
      openSecret({ drawId, commit, sealed }, new Secret(key))
    expect(after.length).toBeGreaterThan(100)
    expect(after.map(({ commit }) => commit)).toEqual(before.map(({ commit }) => commit))
    expect(after.map((row) => open(row, next!))).toEqual(before.map((row) => open(row, old)))
    expect(open(after[0]!, old)).toBeNull()
    // The triggers are back.
    await expect(ask(`update period set secret_sealed = '\\x00'`)).rejects.toThrow('is final')
  })

  test('keeps nodes from joining meanwhile; one that was starting with the former key ends', async () => {
    const { config, clock, random, log } = house.app
    const [url, ownerUrl] = [house.databaseUrl('clearball_server'), house.databaseUrl('clearball_owner')]
    const starting = await openApp({ config, clock, random, log, url, size: 4 })
    const databaseUrls = { databaseUrl: new Secret(url), databaseOwnerUrl: new Secret(ownerUrl) }
    let end = 'waits'
    const { ended } = await withStopped({ ...config, ...databaseUrls }, async () => {
      const started = startApp(starting).then(
        () => (end = 'serves'),
        (error: Error) => (end = error.message),
      )
      // Longer than a start takes that need not wait.
      await sleep(5_000)
      expect([end, await ask('select name from node')]).toEqual(['waits', []])
      return { ended: started }
    })
    expect(await ended).toBe(notTheDrawKey)
    expect(await ask('select name from node')).toEqual([])
    await closeApp(starting)
  })

  test('seals nothing where one secret does not open', async () => {
    const before = await ask('select secret_sealed from period order by id')
    const { DRAW_KEY: right } = await read()
    await writeFile(file, (await readFile(file, 'utf8')).replace(right!, 'w'.repeat(64)))
    expect(await keys('rotate', 'draw')).toMatchObject({
      code: 1,
      said: expect.stringContaining('nothing was changed'),
    })
    expect(await ask('select secret_sealed from period order by id')).toEqual(before)
    const left = (await readFile(file, 'utf8')).replace('w'.repeat(64), right!).replace(/^NEW_DRAW_KEY=.*\n/m, '')
    await writeFile(file, left)
  })

  test('changes the pepper: what is sealed is sealed anew, and passwords still fit by the former one', async () => {
    const former = (await read()).PASSWORD_PEPPER!
    const { code, said } = await keys('rotate', 'pepper')
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('1 wallets, 1 identity papers') })
    const settings = await read()
    expect(settings.PASSWORD_PEPPER_FORMER).toBe(former)
    const pepper = new Secret(settings.PASSWORD_PEPPER!)
    const [wallet] = await ask<{ id: string; card_sealed: Buffer }>('select id, card_sealed from wallet')
    expect(unseal({ sealed: wallet!.card_sealed, about: `wallet:${wallet!.id}`, pepper })).toBe(card.cardNumber)
    const [player] = await ask<{ login_hash: string }>('select login_hash from player')
    const hashing = { pepper, formerPepper: new Secret(former), passwordMemoryKib: 8 }
    expect(player!.login_hash).toMatch(/^former:\$argon2id/)
    expect(await isPassword(testPassword, player!.login_hash, hashing)).toBe(true)
    expect(await isPassword('not this one', player!.login_hash, hashing)).toBe(false)
    expect(await isPassword(testPassword, player!.login_hash, { ...hashing, formerPepper: null })).toBe(false)
    // A second change would lose what nobody has renewed.
    expect(await keys('rotate', 'pepper')).toMatchObject({
      code: 1,
      said: expect.stringContaining('have not logged in'),
    })
  })

  test('hands the log over, ends subscriptions with the push key, and keeps the house beacon’s', async () => {
    const before = await read()
    expect(await keys('rotate', 'operator')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/names the new key/),
    })
    expect(await keys('rotate', 'push')).toMatchObject({ code: 0 })
    expect(await keys('rotate', 'house-beacon')).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be changed'),
    })
    const after = await read()
    for (const name of ['OPERATOR_KEY', 'PUSH_PRIVATE_KEY', 'PUSH_PUBLIC_KEY'])
      expect(after[name]).not.toBe(before[name])
    expect(after.HOUSE_BEACON_KEY).toBe(before.HOUSE_BEACON_KEY)
  })
})
