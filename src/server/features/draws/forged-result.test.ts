import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { drawTotals } from '#core/fairness/bets'
import { formatInstant } from '#core/fairness/instant'
import { entryLeaf, entryOf } from '#core/fairness/log'
import { appendLeaf, treeRoot } from '#core/fairness/merkle'
import { publicKeyOf } from '#core/fairness/signatures'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import { treeOf } from '../../services/fairness/log-tree.ts'
import { logHead } from '../../services/fairness/public-log.ts'
import { signNote, signingKeyOf } from '../../services/fairness/sign-note.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { drawOnly } from '../../testing/draws/draw-only.ts'
import type { Player } from '../../testing/person.ts'
import { administrator } from '../../testing/administrator.ts'
import { payDueRebates } from '../bets/rebates/pay-rebates.ts'
import { settleDuePeriods } from '../bets/settling/settle-due.ts'
import { closeDuePeriods } from './close-period.ts'

let house: DrawHouse
let superuser: Client
beforeAll(async () => {
  house = await openDrawHouse({ atMs: Date.UTC(2026, 10, 2, 6, 0, 1) })
  superuser = await administrator(house)
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

const balance = (player: Player) => balanceOf(house.app.db.query, `player:${player.id}:available`)

/** A player bets on a triple of sixes, which the forger then tries to make the result. */
async function hoping() {
  // Betting stops while the newest round is older than the clock says, as after a jump of the test's clock.
  await house.app.beacon.look()
  const player = await house.player({ balance: '100.00', certified: true })
  const period = await periodNow(player, 'k3_5m')
  await bet(player, period, { bets: ['k3.sum_big_small big 10.00'] })
  return { player, drawId: period.drawId }
}

const asDrawn = `update period set status = 'drawn', outcome = '{6,6,5}', closed_at = now(), bets = b.bets,
  stake_total = b.stakes, ended_at = now() from betting b where b.period_id = period.id and draw_id = $1`

test('while an alarm stops money, the bets of a draw are not read before they could be paid', async () => {
  const { player, drawId } = await hoping()
  const { node } = house.app
  await superuser.query(
    `insert into alarm (what, raised_at, source, node_id) values ('something', now(), 'books', $1)`,
    [node.id],
  )
  const period = await periodNow(player, 'k3_5m')
  await house.liveUntil(period.drawsAt + 5_000)
  expect(house.logged.some((line) => line.includes(`${drawId} is not paid while an alarm stops money`))).toBe(true)
  await superuser.query(`update alarm set cleared_at = now() where source = 'books'`)
  house.clock.forward(11_000)
  await settleDuePeriods(house.app)
  const { rows } = await superuser.query('select settled_at from period where draw_id = $1', [drawId])
  expect(rows[0].settled_at).not.toBe(null)
})

test('the app’s database role cannot write a result that is not in the log', async () => {
  const { drawId } = await hoping()
  const { pool } = house.app.db
  await expect(pool.query(asDrawn, [drawId])).rejects.toThrow('cannot go from scheduled to drawn')
  const closed = `update period set status = 'closed', closed_at = now(), bets = 1, stake_total = 1000 where draw_id = $1`
  await expect(pool.query(closed, [drawId])).rejects.toThrow('contradicts the public log')
  const copied = `insert into period (draw_id, game, day, number, issue, opens_at, closes_at, draws_at, chain_hash, round, round_at,
      rules_hash, commit, secret_sealed, schedule_seq, status, outcome, closed_at, bets, stake_total, ended_at)
    select 'k3_5m:20261102:9999', game, day, 9999, issue, opens_at, closes_at, draws_at, chain_hash, round, round_at, rules_hash,
      commit, secret_sealed, schedule_seq, 'drawn', '{6,6,5}', now(), 1, 1000, now() from period where draw_id = $1`
  await expect(pool.query(copied, [drawId])).rejects.toThrow('contradicts the public log')
})

test('a forged drawn row, written with the database’s checks disabled, pays nobody and stops money', async () => {
  const { player, drawId } = await hoping()
  const before = await balance(player)
  await superuser.query('set session_replication_role = replica')
  await superuser.query(asDrawn, [drawId])
  await settleDuePeriods(house.app)
  expect(await balance(player)).toBe(before)
  const records = await house.app.db.query
    .selectFrom('log_record')
    .select('type')
    .where('draw_id', '=', drawId)
    .execute()
  expect(records).toEqual([])
  const { alarms } = await (await house.operator('auditor')).call(showDesk, {})
  expect(alarms.filter(({ kind }) => kind === 'draws')).toMatchObject([{ what: expect.stringContaining(drawId) }])
  // No rebate is paid on the turnover of a forged draw either.
  await superuser.query(`update period set settled_at = now() where draw_id = $1`, [drawId])
  // The alarm would stop every payment, so it is cleared to see what the rebates' own check does.
  await superuser.query('update alarm set cleared_at = now() where cleared_at is null')
  await payDueRebates(house.app)
  expect(await balance(player)).toBe(before)
  await superuser.query(
    `update period set status = 'scheduled', outcome = null, closed_at = null, bets = null,
    stake_total = null, ended_at = null, settled_at = null where draw_id = $1`,
    [drawId],
  )
  await superuser.query('reset session_replication_role')
})

test('the alarm ends a minute after the row is gone', async () => {
  const open = () => house.app.db.query.selectFrom('alarm').select('id').where('cleared_at', 'is', null).execute()
  await settleDuePeriods(house.app)
  expect(await open()).toHaveLength(1)
  house.clock.forward(61_000)
  await settleDuePeriods(house.app)
  expect(await open()).toEqual([])
})

test('a bet that was turned into a winning one after the draw pays nobody and stops money', async () => {
  const { player, drawId } = await hoping()
  const before = await balance(player)
  const { id, draws_at } = await house.app.db.query
    .selectFrom('period')
    .select(['id', 'draws_at'])
    .where('draw_id', '=', drawId)
    .executeTakeFirstOrThrow()
  house.clock.to(draws_at.getTime() - 1_000)
  await house.app.beacon.look()
  await closeDuePeriods(house.app)
  await drawOnly(house, draws_at.getTime() + 4_000)
  await superuser.query('set session_replication_role = replica')
  const { rows } = await superuser.query<{ selection: string }>('select selection from bet where period_id = $1', [id])
  const forged = (selection: string) =>
    superuser.query('update bet set selection = $2 where period_id = $1', [id, selection])
  await forged(rows[0]!.selection === 'big' ? 'small' : 'big')
  await settleDuePeriods(house.app)
  expect(await balance(player)).toBe(before)
  const types = await house.app.db.query.selectFrom('log_record').select('type').where('draw_id', '=', drawId).execute()
  expect(types.map(({ type }) => type)).toEqual(['close', 'result'])
  const { alarms } = await (await house.operator('auditor')).call(showDesk, {})
  expect(alarms.filter(({ kind }) => kind === 'draws')).toMatchObject([{ what: expect.stringContaining(drawId) }])
  // As long as the bet is another one, the alarm stays.
  const newest = house.app.db.query.selectFrom('alarm').select(['id', 'cleared_at']).orderBy('id', 'desc').limit(1)
  const raised = await newest.executeTakeFirstOrThrow()
  expect(raised.cleared_at).toBe(null)
  for (let time = 0; time < 7; time++) {
    house.clock.forward(11_000)
    await settleDuePeriods(house.app)
  }
  expect(await newest.executeTakeFirstOrThrow()).toEqual(raised)
  // Also while another alarm keeps the bets from being read.
  await superuser.query(`insert into alarm (what, raised_at, source) values ('something', now(), 'books')`)
  for (let time = 0; time < 7; time++) {
    house.clock.forward(11_000)
    await settleDuePeriods(house.app)
  }
  await superuser.query(`update alarm set cleared_at = now() where source = 'books'`)
  expect(await newest.where('id', '<=', raised.id).executeTakeFirstOrThrow()).toEqual(raised)
  // Nor is anything paid where bets would be looked for at another instant than that of the close record.
  await forged(rows[0]!.selection)
  const moveBetting = (by: string) =>
    superuser.query('update betting set draws_at = draws_at + $2::interval where period_id = $1', [id, by])
  await moveBetting('1 microsecond')
  house.clock.forward(11_000)
  await settleDuePeriods(house.app)
  expect(house.logged.some((line) => line.includes(`${drawId} draws at another instant than its bets`))).toBe(true)
  expect(await balance(player)).toBe(before)
  await moveBetting('-1 microsecond')
  // With the bet as it was, the draw is settled.
  await superuser.query('reset session_replication_role')
  house.clock.forward(61_000)
  await settleDuePeriods(house.app)
  house.clock.forward(61_000)
  await settleDuePeriods(house.app)
  const { settled_at } = await house.app.db.query
    .selectFrom('period')
    .select('settled_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(settled_at).not.toBeNull()
  // The next draw takes bets.
  house.clock.forward(90_000)
})

test('records signed by another key pay nobody, even if the database claims that the key was ours', async () => {
  const { player, drawId } = await hoping()
  const before = await balance(player)
  const { pool } = house.app.db
  const forger = new Secret('0d'.repeat(32))
  const { logOrigin: origin } = house.app.config
  let tree = await treeOf(house.app.db.query, (await logHead(house.app.db.query))!.size)
  const first = tree.size
  const at = formatInstant(house.clock.nowMs())
  const forge = async (type: 'close' | 'result', body: object) => {
    const entry = entryOf({ at, type, body } as never)
    const leaf = Buffer.from(entryLeaf(entry))
    await pool.query(`insert into log_record values ($1, $2, '20261102', $3, $4, $5, $6)`, [
      tree.size,
      type,
      drawId,
      at,
      entry,
      leaf,
    ])
    tree = appendLeaf(tree, leaf)
    const [size, root] = [tree.size, Buffer.from(treeRoot(tree))]
    const note = signNote(formatCheckpoint({ origin, size, root }), signingKeyOf(forger, origin))
    await pool.query(`insert into log_checkpoint values ($1, $2, $3)`, [size, root, note])
  }
  const hash = '0'.repeat(64)
  const { rows: taken } = await pool.query(
    `select b.bets, b.stakes from betting b join period on period.id = period_id where draw_id = $1`,
    [drawId],
  )
  const { bets, stakes } = taken[0] as { bets: number; stakes: bigint }
  const cells = [{ bets, root: hash, stakeTotal: Number(stakes) }]
  await forge('close', { drawId, cells, ...drawTotals(drawId, cells), secret: hash })
  await forge('result', {
    drawId,
    round: 1,
    signature: '0'.repeat(96),
    randomness: hash,
    seed: hash,
    outcome: [6, 6, 5],
  })
  await pool.query(
    `update period set status = 'closed', closed_at = now(), bets = $2, stake_total = $3 where draw_id = $1`,
    [drawId, bets, stakes],
  )
  await pool.query(`update period set status = 'drawn', outcome = '{6,6,5}', ended_at = now() where draw_id = $1`, [
    drawId,
  ])
  const said = (what: string) => house.logged.filter((line) => line.includes(what)).length
  await settleDuePeriods(house.app)
  expect(await balance(player)).toBe(before)
  expect(said(`the signature of the checkpoint of size ${tree.size} does not hold`)).toBeGreaterThan(0)
  await pool.query(`insert into operator_key values (0, $1), ($2, $3)`, [
    publicKeyOf(house.app.config.operatorKey.reveal()),
    first,
    publicKeyOf(forger.reveal()),
  ])
  // Past the lease of the attempt before.
  house.clock.forward(61_000)
  await settleDuePeriods(house.app)
  expect(await balance(player)).toBe(before)
  expect(said('a key that this node does not know')).toBeGreaterThan(0)
  await pool.query(`update alarm set cleared_at = now() where cleared_at is null`)
})
