import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evidence, sealLog } from '../testing/genuine-draw.ts'
import { openLeafList } from './leaf-list.ts'
import { checkPathFile } from './path-file.ts'
import { listOf, makeProof, pathFileFor, type ModelPlayer } from './testing/model-house.ts'

const { verify } = evidence()

/** A ledger in memory: balances by account, and whose stakes are in which period. */
function openLedger(players: number) {
  const balances = new Map<string, number>()
  const staked = new Map<number, number[]>()
  const balance = (ref: string) => balances.get(ref) ?? 0
  const moved = (from: string, to: string, amount: number) => {
    if (!from.startsWith('world') && balance(from) < amount) return false
    balances.set(from, balance(from) - amount)
    balances.set(to, balance(to) + amount)
    return true
  }
  const stakesOf = (player: number) => [...staked.values()].reduce((sum, stakes) => sum + stakes[player]!, 0)
  const apply = ({ kind, player, period, amount }: Move) => {
    const own = (name: string) => `player:${player}:${name}`
    if (kind === 'top-up') moved('world:usdt', own('available'), amount)
    if (kind === 'hold') moved(own('available'), own('held'), amount)
    if (kind === 'pay-out') moved(own('held'), 'world:usdt', amount)
    if (kind === 'repeat') moved(own('available'), own('repeat_order'), amount)
    if (kind === 'bet' && moved(own('available'), `period:${period}:stakes`, amount)) {
      const stakes = staked.get(period) ?? Array.from({ length: players }, () => 0)
      staked.set(period, stakes.with(player, stakes[player]! + amount))
    }
    if (kind === 'settle') {
      moved(`period:${period}:stakes`, own('available'), balance(`period:${period}:stakes`))
      staked.delete(period)
    }
  }
  /** What the accounts themselves say is owed to players. */
  const owedInBooks = () =>
    [...balances].reduce((sum, [ref, held]) => sum + (/^(player|period):/.test(ref) ? held : 0), 0)
  const owedTo = (player: number): ModelPlayer => {
    const of = (name: string) => balance(`player:${player}:${name}`)
    const owed = { available: of('available'), held: of('held'), repeatOrders: of('repeat_order') }
    return { account: `player_${player}`, owed: { ...owed, stakes: stakesOf(player) } }
  }
  return { apply, owedInBooks, owedTo }
}

const moves = fc.record({
  kind: fc.constantFrom('top-up', 'top-up', 'hold', 'pay-out', 'repeat', 'bet', 'bet', 'settle'),
  player: fc.nat(7),
  period: fc.nat(3),
  amount: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 3_000_000 })),
})
type Move = typeof moves extends fc.Arbitrary<infer T> ? T : never

test('in a thousand random houses the total is the ledger’s, every path holds, and none holds with another amount', () => {
  const house = fc.record({
    moves: fc.array(moves, { maxLength: 60 }),
    which: fc.nat(),
    by: fc.constantFrom(-1, 1, 100),
  })
  const property = fc.property(house, ({ moves: all, which, by }) => {
    const ledger = openLedger(8)
    for (const move of all) ledger.apply(move)
    const players = Array.from({ length: 8 }, (_, player) => ledger.owedTo(player))
    const owing = players.filter(({ owed }) => Object.values(owed).some((amount) => amount > 0))
    fc.pre(owing.length > 0)
    const proof = makeProof(owing)
    expect(proof.record.body.total).toBe(ledger.owedInBooks())
    const list = openLeafList()
    for (const line of listOf(proof)) list.add(line)
    expect(list.result()).toMatchObject({ problem: null, leaves: proof.leaves.length, root: proof.levels.at(-1)![0] })
    const log = sealLog([proof.record])
    for (const player of owing) {
      const file = pathFileFor(proof, player, log)
      expect(checkPathFile(file, { verify, account: player.account }).problem).toBe(null)
      const part = which % file.parts.length
      const { amount } = file.parts[part]!
      const change = Math.min(amount, file.owed.available) + by < 0 ? 1 : by
      const other = { ...file.parts[part]!, amount: amount + change }
      const owed = { ...file.owed, available: file.owed.available + change }
      const lied = { ...file, owed, parts: file.parts.with(part, other) }
      expect(checkPathFile(lied, { verify }).problem).toBe('path-false')
    }
  })
  fc.assert(property, { numRuns: 1_000 })
})
