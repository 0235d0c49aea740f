import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseEntry } from '../log.ts'
import { evidence, readShown, sealLog, shownLog, testPolicy, witnessedLog } from '../testing/genuine-draw.ts'
import { checkProof } from '../tlog/check-proof.ts'
import { parseProofFile } from '../tlog/proof-file.ts'
import { checkHours } from './hours.ts'
import { openLeafList } from './leaf-list.ts'
import { openLeaves } from './parts.ts'
import { checkPathFile, totalOf, type PathFile } from './path-file.ts'
import { type SumNode, sumLevels } from './sum-tree.ts'
import * as model from './testing/model-house.ts'

const { verify } = evidence()
const players: readonly model.ModelPlayer[] = [
  { account: 'an', owed: { available: 80_00, held: 10_00, repeatOrders: 6_00, stakes: 4_00 } },
  // The same amount as An's, so that one leaf might do for both.
  { account: 'binh', owed: { available: 100_00, held: 0, repeatOrders: 0, stakes: 0 } },
  { account: 'chi', owed: { available: 0, held: 0, repeatOrders: 0, stakes: 55_00 } },
]
const [an, binh, chi] = players as [model.ModelPlayer, model.ModelPlayer, model.ModelPlayer]
const genuine = model.makeProof(players)
const leavesOf = ({ account, owed }: model.ModelPlayer) =>
  openLeaves(genuine.seed, 1)({ id: account, account, amount: totalOf(owed) })
const made = { number: 1, atMs: model.proofAtMs, seed: genuine.seed }

/** What the house publishes, and what it shows to An, Binh and Chi. */
type Shown = { readonly proof: model.ModelProof; readonly files: readonly PathFile[] }

const shown = (proof: model.ModelProof): Shown => ({
  proof,
  files: players.map((player) => model.pathFileFor(proof, player, witnessedLog(sealLog([proof.record])))),
})

/** Everybody who looks, and what they find; null where nothing looks wrong to them. */
function readers({ proof, files }: Shown) {
  const list = openLeafList()
  for (const line of model.listOf(proof)) list.add(line)
  const { problem, root, leaves } = list.result()
  const { body } = proof.record
  const isLogged = root.sum === body.total && leaves === body.leaves && sameHash(root, body.root)
  const records = shownLog(sealLog([proof.record]))
  const log = readShown(records)
  const isRecord = records.entries.every(({ entry }) => parseEntry(entry) !== null)
  const [ofAn, ofBinh, ofChi] = files.map((file, at) => {
    const { account, owed } = players[at]!
    // What they know from their own statement and receipts.
    return checkPathFile(file, { verify, account, owed }).problem
  })
  const witnessed = checkProof({ file: parseProofFile(files[0]!.record)!, policy: testPolicy, entry: null, verify })
  return {
    an: ofAn,
    binh: ofBinh,
    chi: ofChi,
    list: problem?.code ?? (isLogged ? null : 'root-differs'),
    log: isRecord ? (checkHours(log.entries).problem?.code ?? null) : 'record-malformed',
    witnesses: witnessed.problem,
  }
}

const sameHash = ({ hash }: SumNode, text: string) => bytesToHex(hash) === text

type Tamper = {
  readonly how: string
  readonly cheat: () => Shown
  readonly caught: Partial<ReturnType<typeof readers>>
}

const without = (name: string) => players.filter(({ account }) => account !== name)

const tampers: readonly Tamper[] = [
  { how: 'nothing', cheat: () => shown(genuine), caught: {} },
  {
    how: 'a player is left out',
    cheat: () => shown(model.makeProof(without('chi'))),
    caught: { chi: 'leaf-missing' },
  },
  {
    how: 'a negative leaf makes the total smaller',
    cheat: () => {
      const owing = players.flatMap(leavesOf)
      const negative = { hash: new Uint8Array(32).fill(0xff), sum: -50_00 }
      // Honest code adds no negative amount, so the cheat hashes what it needs and names the total that it wants.
      const proof = model.proofOver(owing, { ...made, names: model.namesOf(players) })
      const total = proof.record.body.total - 50_00
      const body = { ...proof.record.body, total, available: proof.record.body.available - 50_00 }
      return shown({ ...proof, leaves: [...proof.leaves, negative], record: { ...proof.record, body } })
    },
    caught: { an: 'path-false', binh: 'path-false', chi: 'path-false', list: 'line-malformed' },
  },
  {
    how: 'the total is too small by one cent',
    cheat: () => {
      const { body } = genuine.record
      const less = { ...body, total: body.total - 1, available: body.available - 1 }
      return shown({ ...genuine, record: { ...genuine.record, body: less } })
    },
    caught: { an: 'path-false', binh: 'path-false', chi: 'path-false', list: 'root-differs' },
  },
  {
    how: 'a leaf is a cent less than what its player is owed, and the total with it',
    cheat: () => {
      const lesser = { ...binh, owed: { ...binh.owed, available: binh.owed.available - 1 } }
      return shown(model.makeProof([an, lesser, chi]))
    },
    caught: { binh: 'leaf-missing' },
  },
  {
    how: 'the same, and the player is told that less is owed',
    cheat: () => {
      const lesser = { ...binh, owed: { ...binh.owed, available: binh.owed.available - 1 } }
      const { proof, files } = shown(model.makeProof([an, lesser, chi]))
      const told = model.pathFileFor(proof, lesser, witnessedLog(sealLog([proof.record])))
      return { proof, files: files.with(1, told) }
    },
    caught: { binh: 'owed-differs' },
  },
  {
    how: 'one leaf is shown to two players who are owed the same',
    cheat: () => {
      const { proof, files } = shown(model.makeProof(without('binh')))
      const shared = { ...files[0]!, account: 'binh', owed: binh.owed }
      return { proof, files: files.with(1, shared) }
    },
    caught: { binh: 'path-false' },
  },
  {
    how: 'the same, with the file of the other as it is',
    cheat: () => {
      const { proof, files } = shown(model.makeProof(without('binh')))
      return { proof, files: files.with(1, files[0]!) }
    },
    caught: { binh: 'account-differs' },
  },
  {
    how: 'one player is shown another root',
    cheat: () => {
      const forked = model.makeProof([an])
      const { proof, files } = shown(model.makeProof(without('an')))
      return { proof, files: files.with(0, model.pathFileFor(forked, an)) }
    },
    caught: { witnesses: 'quorum-missed' },
  },
  {
    how: 'an amount is moved into open draws',
    cheat: () => {
      const moved = { ...binh, owed: { ...binh.owed, available: 60_00, stakes: 40_00 } }
      const proof = model.makeProof([an, moved, chi])
      const { files } = shown(proof)
      return { proof, files: files.with(1, model.pathFileFor(proof, moved, witnessedLog(sealLog([proof.record])))) }
    },
    caught: { binh: 'owed-differs' },
  },
  {
    how: 'the names do not add up to the total',
    cheat: () => {
      const body = { ...genuine.record.body, stakes: genuine.record.body.stakes + 1 }
      return shown({ ...genuine, record: { ...genuine.record, body } })
    },
    caught: { log: 'names-differ' },
  },
]

describe('a house that signs whatever it likes is caught', () => {
  const nobody = { an: null, binh: null, chi: null, list: null, log: null, witnesses: null }
  test.each(tampers)('$how', ({ cheat, caught }) => expect(readers(cheat())).toEqual({ ...nobody, ...caught }))

  test('by a tree that hashes both sums: the same leaves with another division have another root', () => {
    const [first, second] = leavesOf(an).concat(leavesOf(binh)) as [SumNode, SumNode]
    const divided = [
      { ...first, sum: first.sum + 1 },
      { ...second, sum: second.sum - 1 },
    ]
    const [one, other] = [sumLevels([first, second]), sumLevels(divided)].map((levels) => levels.at(-1)![0]!)
    expect([one!.sum, bytesToHex(one!.hash) === bytesToHex(other!.hash)]).toEqual([other!.sum, false])
  })
})
