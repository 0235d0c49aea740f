import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabaseUrl } from '../../../testing/test-cluster.ts'
import type { Field, OwedRows } from '../sorting/owed-rows.ts'
import { copyOut, integerOf } from './copy-out.ts'
import { readBalances, readNames } from './read-rows.ts'

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: testDatabaseUrl('postgres', 'postgres') })
  await client.connect()
})
afterAll(() => client.end())

const textOf = ({ bytes, from, to }: Field) => Buffer.from(bytes.subarray(from, to)).toString()
const hexOf = ({ bytes, from, to }: Field) => Buffer.from(bytes.subarray(from, to)).toString('hex')

describe('rows that are copied out', () => {
  const rowsOf = async (query: string) => {
    const rows: [string, number][] = []
    await copyOut(client, query, ([text, number]) => rows.push([textOf(text!), integerOf(number!)]))
    return rows
  }

  test('are what the database has, whatever letters they hold and however many they are', async () => {
    const texts = ['an', '', 'a\\b', 'a\tb\nc', 'Đặng Thị', '🎲', 'x'.repeat(70_000)]
    const values = texts.map(
      (_, at) => `($${at + 1}, ${[0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53, 2 ** 32, 255][at]}::bigint)`,
    )
    await client.query('create temp table unusual (text text, number bigint)')
    await client.query(`insert into unusual values ${values.join(',')}`, texts)
    expect(await rowsOf('select text, number from unusual')).toEqual(
      texts.map((text, at) => [text, [0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53, 2 ** 32, 255][at]]),
    )
    expect(await rowsOf('select text, number from unusual where false')).toEqual([])
    const many = await rowsOf(`select 'row ' || n, n::bigint from generate_series(1, 20000) n`)
    expect(many).toEqual(Array.from({ length: 20_000 }, (_, at) => [`row ${at + 1}`, at + 1]))
  })

  test('end with the error that the database gave, and the connection goes on', async () => {
    await expect(rowsOf(`select 'a', (1 / (3 - n))::bigint from generate_series(1, 5) n`)).rejects.toThrow(
      'division by zero',
    )
    expect(await rowsOf(`select 'a', 1::bigint`)).toEqual([['a', 1]])
  })

  test('hold no number that is not exact', () => {
    const of = (hex: string) => integerOf({ bytes: Buffer.from(hex, 'hex'), from: 0, to: hex.length / 2 })
    expect(of('001fffffffffffff')).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => of('0020000000000000')).toThrow(RangeError)
    expect(() => of('00000001')).toThrow(RangeError)
  })
})

describe('tables', () => {
  const taken = { amounts: new Map<string, number>(), names: new Map<string, string>() }
  const rows = {
    addAmount: (id: Field, amount: number) => void taken.amounts.set(hexOf(id), amount),
    addName: (id: Field, name: Field) => void taken.names.set(hexOf(id), textOf(name)),
  } as OwedRows
  const count = 60_000
  // Tables of these names that only this connection sees.
  beforeAll(async () => {
    await client.query('create temp table player (id uuid, account text)')
    await client.query('create temp table account (ref text, balance bigint)')
    await client.query(`insert into player select md5(n::text)::uuid, 'Name ' || n from generate_series(1, ${count}) n`)
    await client.query(
      `insert into account select 'player:' || id || ':available', substr(account, 6)::bigint from player`,
    )
    await client.query(`insert into account values ('house:fees', null), ('player:${'0'.repeat(36)}:held', 0)`)
  })

  test('are read from their first block to their last, by range', async () => {
    const ranges = { balances: 0, names: 0 }
    for await (const _ of readBalances(client, rows)) ranges.balances++
    for await (const _ of readNames(client, rows)) ranges.names++
    expect(Math.min(ranges.balances, ranges.names)).toBeGreaterThan(1)
    expect([taken.amounts.size, taken.names.size]).toEqual([count, count])
    for (const [id, cents] of taken.amounts)
      if (taken.names.get(id) !== `Name ${cents}`) throw new Error(`${id} is wrong`)
  })

  test.each(['house:fees', 'player:short:held', `player:${'g'.repeat(36)}:held`, `player:${'0'.repeat(36)}`])(
    'hold no balance of an account that is not a player’s: %s',
    async (ref) => {
      await client.query('truncate account')
      await client.query('insert into account values ($1, 5)', [ref])
      await expect(readBalances(client, rows).next()).rejects.toThrow(`not the account of a player: ${ref}`)
    },
  )
})
