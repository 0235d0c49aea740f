import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inclusionProof, leafHash, merkleRoot } from '#core/fairness/merkle'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import { cosignedMessage, formatCosignature } from '#core/fairness/tlog/cosignature'
import { type NoteSignature, formatKey, formatNote, noteKey } from '#core/fairness/tlog/note'
import { type ProofFile, formatProofFile } from '#core/fairness/tlog/proof-file'
import { runProof } from './proof.ts'

const origin = 'log.example/fair/log'
const entries = Array.from({ length: 7 }, (_, at) => utf8ToBytes(`entry ${at}`))
const leaves = entries.map((entry) => leafHash(entry))
const text = formatCheckpoint({ origin, size: 7, root: merkleRoot(leaves) })
const seconds = 1_793_592_000
const keyOf = (name: string, type: 1 | 4) => noteKey(name, type, ed25519.getPublicKey(sha256(utf8ToBytes(name))))
const signature = (name: string, type: 1 | 4): NoteSignature => {
  const secret = sha256(utf8ToBytes(name))
  const bytes =
    type === 1
      ? ed25519.sign(utf8ToBytes(text), secret)
      : formatCosignature(seconds, ed25519.sign(cosignedMessage(text, seconds), secret))
  return { name, id: keyOf(name, type).id, bytes }
}
const policy = `log ${formatKey(keyOf(origin, 1))}
witness one ${formatKey(keyOf('one.example', 4))}
witness two ${formatKey(keyOf('two.example', 4))}
witness three ${formatKey(keyOf('three.example', 4))}
group most 2 one two three
quorum most
`
const genuine = (names: readonly string[] = ['one.example', 'three.example']): ProofFile => ({
  extra: entries[4]!,
  index: 4,
  proof: inclusionProof(leaves, 4),
  checkpoint: formatNote({ text, signatures: [signature(origin, 1), ...names.map((name) => signature(name, 4))] }),
})

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'clearball-proof-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(
  file: ProofFile,
  trusted = policy,
  { entry, json = false }: { entry?: Uint8Array; json?: boolean } = {},
) {
  const at = (name: string) => join(folder, name)
  await writeFile(at('a.tlog-proof'), formatProofFile(file))
  await writeFile(at('policy'), trusted)
  if (entry) await writeFile(at('entry'), entry)
  const said: string[] = []
  const given = { file: at('a.tlog-proof'), policy: at('policy'), entry: entry && at('entry'), json }
  const code = await runProof(given, (line) => void said.push(line))
  return { code, said }
}

test('an entry that a known log holds and enough witnesses saw is proven, and it says who saw it when', async () => {
  expect(await run(genuine())).toEqual({
    code: 0,
    said: [
      `${origin}: entry 4 of 7`,
      '  one (one.example) cosigned it at 2026-11-02T04:00:00.000Z',
      '  three (three.example) cosigned it at 2026-11-02T04:00:00.000Z',
      'Holds.',
    ],
  })
  expect((await run({ ...genuine(), extra: null }, policy, { entry: entries[4]! })).code).toBe(0)
  expect((await run(genuine([]), policy.replace('quorum most', 'quorum none'))).said).toContain(
    '  the policy asks for no witness',
  )
})

test('for machines the same is one line of JSON', async () => {
  const { code, said } = await run(genuine(['one.example']), policy, { json: true })
  const witnesses = [{ name: 'one', key: 'one.example', at: '2026-11-02T04:00:00.000Z' }]
  const log = { origin, size: 7 }
  expect([code, JSON.parse(said.join())]).toEqual([
    1,
    { verdict: 'fail', problem: 'quorum-missed', log, index: 4, witnesses },
  ])
})

const { checkpoint } = genuine()
const falsified = (of: string) => {
  const signatures = [signature(origin, 1), signature('one.example', 4), signature('two.example', 4)]
  return formatNote({
    text,
    signatures: signatures.map((each) =>
      each.name === of ? { ...each, bytes: each.bytes.with(70 % each.bytes.length, 1) } : each,
    ),
  })
}

test.each<[string, ProofFile, string?, { entry: Uint8Array }?]>([
  ['too few of the policy’s witnesses', genuine(['two.example'])],
  ['too few of the policy’s witnesses', genuine(['somebody.example', 'another.example'])],
  ['the entry is not in the tree', { ...genuine(), extra: utf8ToBytes('entry 5') }],
  ['the entry is not in the tree', { ...genuine(), index: 5 }],
  ['the entry is not in the tree', { ...genuine(), proof: genuine().proof.slice(1) }],
  ['the entry is not in the tree', genuine(), policy, { entry: utf8ToBytes('another entry') }],
  ['the file does not hold the entry', { ...genuine(), extra: null }],
  ['is not signed by the log', { ...genuine(), checkpoint: checkpoint.replace('\n7\n', '\n8\n') }],
  ['is not signed by the log', { ...genuine(), checkpoint: falsified(origin) }],
  ['cosignature is false', { ...genuine(), checkpoint: falsified('two.example') }],
  [
    'does not name the log',
    genuine(),
    policy.replace(formatKey(keyOf(origin, 1)), formatKey(keyOf('other.example', 1))),
  ],
  ['the checkpoint cannot be read', { ...genuine(), checkpoint: 'no note' }],
])('%s', async (why, ...given) => {
  const { code, said } = await run(...given)
  expect(code).toBe(1)
  expect(said.at(-1)).toContain(`FAILS: `)
  expect(said.at(-1)).toContain(why)
})

test('a file or policy that is none is refused in one sentence', async () => {
  await expect(run(genuine(), 'quorum most\n')).rejects.toThrow('is not a policy: name-unknown in line 1')
  await expect(run({ ...genuine(), index: -1 })).rejects.toThrow('is not a proof file')
  await expect(runProof({ file: undefined, policy: 'x', entry: undefined, json: false }, () => {})).rejects.toThrow(
    'proof needs',
  )
})
