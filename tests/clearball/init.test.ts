import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, clearball, linksIn, openMachine } from './terminal.ts'

let machine: Awaited<ReturnType<typeof openMachine>>
beforeAll(async () => void (machine = await openMachine()))
afterAll(() => machine.close())

const people = ['--first', 'An <an.nguyen@house.example>', '--second', 'binh@house.example']
const settings = ['--public-url', 'https://play.example', '--console-url', 'https://desk.example'].concat([
  '--licence-text',
  'Licence 7',
  '--smtp-url',
  'smtp://127.0.0.1:9',
])

function init(database: string, more: readonly string[] = [...settings, ...people], input?: readonly string[]) {
  const env = { ADMINISTRATOR_URL: machine.administrator }
  const args = ['--env', fileOf(database), 'init', '--database', database, '--data-dir', join(machine.folder, database)]
  return clearball([...args, ...(input ? [] : ['--yes']), ...more], input ? { env, input } : { env })
}
const fileOf = (database: string) => join(machine.folder, `${database}.env`)
const read = async (database: string) => parseEnv(await readFile(fileOf(database), 'utf8')) as Record<string, string>

describe('clearball init', { timeout: 240_000 }, () => {
  test('asks for what it is not told, and makes roles of which the app’s cannot change the schema', async () => {
    const answers = ['https://play.example', 'https://desk.example', 'Licence 7', 'smtp://127.0.0.1:9', '', '']
    const { code, said } = await init(
      'asking',
      [],
      [...answers, 'An <an@house.example>'.replace('an@', 'ann@'), 'binh@house.example'],
    )
    expect(said).toContain('Licence that players are shown')
    expect({ code, links: Object.keys(linksIn(said)) }).toEqual({ code: 0, links: ['admin', 'finance'] })
    const made = await read('asking')
    expect(made).toMatchObject({ MODE: 'real', BEACON: 'public', MAIL_FROM: 'Clearball <no-reply@play.example>' })
    await expect(asked(made.DATABASE_URL!, 'create table mine (id integer)')).rejects.toThrow('permission denied')
    await expect(asked(made.DATABASE_URL!, 'alter table operator add mine integer')).rejects.toThrow('must be owner')
    // The app could otherwise let in whom it likes.
    const own = `insert into operator_invitation (token_hash, account, name, role, expires_at) values ('\\x00', 'x', 'x', 'admin', now())`
    await expect(asked(made.DATABASE_URL!, own)).rejects.toThrow('an invitation needs two operators')
  })

  test('goes on after an interruption with the same keys, and the former links end', async () => {
    const first = await init('again')
    const made = await read('again')
    // As if it had been killed before the database was made.
    await asked(machine.administrator, 'drop database again')
    await asked(machine.administrator, 'drop role again_server')
    const second = await init('again', [])
    expect(second).toMatchObject({ code: 1, said: expect.stringContaining('is not a person') })
    const third = await init('again', people)
    expect(third.code).toBe(0)
    expect(third.said).toContain('role again_owner: there already, with the password of the environment file')
    expect(await read('again')).toEqual(made)
    const fourth = await init('again', [])
    expect(fourth.code).toBe(0)
    const open = await asked<{ account: string }>(
      made.DATABASE_OWNER_URL!,
      'select account from operator_invitation where expires_at > now() order by account',
    )
    expect(open.map(({ account }) => account)).toEqual(['an.nguyen', 'binh'])
    expect(new Set([first, third, fourth].map(({ said }) => linksIn(said).admin)).size).toBe(3)
  })

  test('refuses a database that has operators, with and without its environment file', async () => {
    await init('taken')
    const { DATABASE_OWNER_URL: owner } = await read('taken')
    await asked(
      owner!,
      `insert into operator (id, account, name, role, login_hash, created_at)
      select gen_random_uuid(), account, account, role, '', now() from (values ('one', 'admin'), ('two', 'finance')) as of (account, role)`,
    )
    expect(await init('taken', [])).toMatchObject({ code: 1, said: expect.stringContaining('has operators (') })
    const elsewhere = await clearball(
      [
        '--env',
        fileOf('other'),
        'init',
        '--yes',
        '--database',
        'taken',
        '--data-dir',
        machine.folder,
        ...settings,
        ...people,
      ],
      { env: { ADMINISTRATOR_URL: machine.administrator } },
    )
    expect(elsewhere).toMatchObject({ code: 1, said: expect.stringContaining('has a house with 2 operators') })
    expect(existsSync(fileOf('other'))).toBe(false)
    // Not even the owner adds a third without two people.
    const third = `insert into operator_invitation (token_hash, account, name, role, expires_at) values ('\\x01', 'x', 'x', 'admin', now())`
    await expect(asked(owner!, third)).rejects.toThrow('an invitation needs two operators')
  })

  test('says what it found of roles, and takes none from another house', async () => {
    await asked(machine.administrator, 'create role spare_owner')
    const spare = await init('spare')
    expect(spare.said).toContain('role spare_owner: there already and unused; it has a new password')
    await asked(machine.administrator, 'create role used_server login')
    await asked(machine.administrator, 'create database its_own owner used_server')
    expect(await init('used')).toMatchObject({
      code: 1,
      said: expect.stringContaining('The role used_server exists, owns the database its_own'),
    })
  })

  test('names the server’s list where that keeps the roles out, and leaves their passwords alone', async () => {
    const [{ hba_file: list } = { hba_file: '' }] = await asked<{ hba_file: string }>(
      machine.administrator,
      'show hba_file',
    )
    const before = await readFile(list, 'utf8')
    const admit = async (lines: string) => {
      await writeFile(list, lines)
      await asked(machine.administrator, 'select pg_reload_conf()')
    }
    const passwordOf = `select rolpassword from pg_authid where rolname = 'kept_out_owner'`
    await admit(`host all kept_out_owner,kept_out_server 127.0.0.1/32 reject\n${before}`)
    const refused = { code: 1, said: expect.stringContaining('Add a line for this machine to pg_hba.conf') }
    expect(await init('kept_out')).toMatchObject(refused)
    const password = await asked(machine.administrator, passwordOf)
    expect(await init('kept_out', [])).toMatchObject(refused)
    expect(await asked(machine.administrator, passwordOf)).toEqual(password)
    await admit(before)
    expect(await init('kept_out', people)).toMatchObject({ code: 0 })
  })

  test.each([
    [['--bogus'], 2, 'Unknown option'],
    [['--set', 'NOT_A_SETTING=1'], 1, 'is not a setting'],
    [[...settings, '--first', 'nobody'], 1, 'is not a person'],
    [['--set', 'PORT=many', ...settings], 1, 'PORT must be a port'],
    [[], 1, 'LICENCE_TEXT must hold the licence'],
    [[...settings, '--administrator', 'postgres://x:y@127.0.0.1:9/postgres'], 1, 'does not let the administrator in'],
  ])('with %j makes nothing', async (more, code, says) => {
    expect(await init('nothing', more)).toMatchObject({ code, said: expect.stringContaining(says) })
    expect(existsSync(fileOf('nothing'))).toBe(false)
    expect(await asked(machine.administrator, `select from pg_database where datname = 'nothing'`)).toEqual([])
  })

  test('does not let one person be both', async () => {
    const both = await init('alone', [
      ...settings,
      '--first',
      'An <ann@house.example>',
      '--second',
      'ann@house.example',
    ])
    expect(both).toMatchObject({ code: 1, said: expect.stringContaining('must be two people') })
  })
})
