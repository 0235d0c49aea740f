import { Pool } from 'pg'
import { demoGranted } from '#core/ledger/postings'
import { openDrawHouse } from '#server/testing/draws/draw-house'
import { move } from '#server/testing/ledger'
import { changeSettings, money, withdrawer } from '#server/testing/money'
import { type Spender, raceForBalance, raceKinds } from '#server/testing/spends'
import { startTestCluster } from '#server/testing/test-cluster'
import type { Row } from './row.ts'

const players = 20

/**
 * Twenty spends of a whole balance at once, over HTTP, in so many rounds; beside them the naive way, which must
 * overspend.
 */
export async function races(rounds: number): Promise<Row[]> {
  const { stop } = await startTestCluster()
  const house = await openDrawHouse()
  await changeSettings(house, { withdrawals_per_day: '50' })
  const spenders: Spender[] = []
  while (spenders.length < players) spenders.push(await withdrawer(house, ''))
  const found = raceKinds.map((kind) => ({ kind, rounds: 0, bet: 0, withdrawal: 0, overspent: 0, stranger: 0 }))
  for (let round = 0; round < rounds; round++) {
    const row = found[round % raceKinds.length]!
    const spender = spenders[round % players]!
    await move(house.app, demoGranted(spender.id, money('20.00')))
    const { won, refused, left } = await raceForBalance(spender, row.kind)
    row.rounds++
    for (const way of won) row[way]++
    if (won.length !== 1 || left !== '0.00') row.overspent++
    if (refused.some((code) => code !== 'insufficient_balance')) row.stranger++
  }
  const naive = await naiveRounds(house.databaseUrl('clearball_owner'), 30)
  await house.close()
  await stop()
  return [
    ...found.map(({ kind, rounds: made, bet, withdrawal, overspent, stranger }) => ({
      what: `20 ${kind} at once`,
      rounds: made,
      'got by a bet': bet,
      'got by a withdrawal': withdrawal,
      overspent,
      holds: overspent + stranger === 0,
    })),
    { what: 'control: read, then write', rounds: 30, overspent: naive, holds: naive > 0 },
  ]
}

/** How many rounds overspend where everybody reads the balance first and writes then. */
async function naiveRounds(url: string, rounds: number): Promise<number> {
  const pool = new Pool({ connectionString: url, max: 20 })
  await pool.query('create table naive (balance bigint)')
  await pool.query('insert into naive values (0)')
  const spend = async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ balance: string }>('select balance from naive')
      if (Number(rows[0]!.balance) < 2_000) return false
      await client.query('select pg_sleep(0.01)')
      await client.query('update naive set balance = $1', [Number(rows[0]!.balance) - 2_000])
      return true
    } finally {
      await client.query('commit')
      client.release()
    }
  }
  let overspent = 0
  for (let round = 0; round < rounds; round++) {
    await pool.query('update naive set balance = 2000')
    const spends = await Promise.all(Array.from({ length: 20 }, spend))
    if (spends.filter(Boolean).length > 1) overspent++
  }
  await pool.end()
  return overspent
}
