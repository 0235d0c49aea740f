import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyTree, leafHash, merkleRoot, nodeHash, treeRoot } from '#core/fairness/merkle'
import { toBase64 } from '#core/fairness/tlog/base64'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import { cosignedMessage, parseCosignature } from '#core/fairness/tlog/cosignature'
import { formatNote, formatSignature, noteKey, parseKey, parseNote, signaturesBy } from '#core/fairness/tlog/note'
import { consistencyProof } from '#core/fairness/testing/consistency-proof'
import { type Cosigner, type CosignerEvent, serveCosigner } from './serve.ts'

const origin = 'log.example/fair/log'
const secret = new Uint8Array(32).fill(7)
const log = noteKey(origin, 1, ed25519.getPublicKey(secret))
const leaves = Array.from({ length: 12 }, (_, at) => leafHash(utf8ToBytes(`entry ${at}`)))
const rootOf = (size: number) => (size === 0 ? treeRoot(emptyTree) : merkleRoot(leaves.slice(0, size)))

const signed = (size: number, root = rootOf(size), { name, key } = { name: origin, key: secret }) => {
  const text = formatCheckpoint({ origin: name, size, root })
  const { id } = noteKey(name, 1, ed25519.getPublicKey(key))
  return formatNote({ text, signatures: [{ name, id, bytes: ed25519.sign(utf8ToBytes(text), key) }] })
}

const request = (old: number, note: string, proof: readonly Uint8Array[] = []) =>
  `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`
const grown = (old: number, size: number) =>
  request(old, signed(size), old === 0 ? [] : consistencyProof(old, leaves.slice(0, size)))

let folder: string
let cosigner: Cosigner
let events: CosignerEvent[]
const open = () =>
  serveCosigner({
    port: 0,
    host: '127.0.0.1',
    name: 'witness.example',
    secretKey: '09'.repeat(32),
    logs: [log],
    stateFile: join(folder, 'state.json'),
    clock: () => 1_793_592_000_500,
    tell: (event) => events.push(event),
  })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearball-cosigner-'))
  events = []
  cosigner = await open()
})
afterEach(async () => {
  await cosigner.close()
  await rm(folder, { recursive: true, force: true })
})

const add = async (body: string) => {
  const answer = await fetch(`${cosigner.url}/add-checkpoint`, { method: 'POST', body })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('each larger tree is cosigned with the time of the witness’s clock, over the whole checkpoint', async () => {
  const key = parseKey(cosigner.vkey)!
  expect([key.name, key.type]).toEqual(['witness.example', 4])
  for (const [old, size] of [
    [0, 0],
    [0, 1],
    [1, 3],
    [3, 4],
    [4, 7],
    [7, 8],
    [8, 12],
    [12, 12],
  ] as const) {
    const { status, text } = await add(grown(old, size))
    expect([size, status]).toEqual([size, 200])
    const checkpoint = signed(size)
    const note = parseNote(checkpoint + text)!
    const { seconds, signature } = parseCosignature(signaturesBy(note, key)[0]!.bytes)!
    expect(seconds).toBe(1_793_592_000)
    expect(ed25519.verify(signature, cosignedMessage(note.text, seconds), key.publicKey, { zip215: false })).toBe(true)
  }
})

test('a client that does not know what was cosigned is answered with the size', async () => {
  await add(grown(0, 5))
  expect(await add(grown(0, 7))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '5\n' })
  expect(await add(grown(3, 7))).toMatchObject({ status: 409, text: '5\n' })
  expect(await add(grown(5, 7))).toMatchObject({ status: 200 })
})

test('two roots for one size are a fork: nothing is cosigned, and both are kept', async () => {
  await add(grown(0, 5))
  const forked = signed(5, leafHash(utf8ToBytes('another tree')))
  expect(await add(request(5, forked))).toMatchObject({ status: 409, text: '5\n' })
  expect(events.at(-1)).toEqual({ event: 'fork', origin, size: 5 })
  const kept = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as Record<string, Record<string, string>>
  expect(kept.contradictions![origin]).toBe(forked)
  expect(kept.cosigned![origin]).toBe(parseNote(signed(5))!.text)
})

test('a tree that does not begin with the one cosigned is refused', async () => {
  await add(grown(0, 5))
  const proof = consistencyProof(5, leaves.slice(0, 8))
  expect((await add(request(5, signed(8), proof.with(0, leaves[0]!)))).status).toBe(422)
  expect((await add(request(5, signed(8), proof.slice(1)))).status).toBe(422)
  expect((await add(request(5, signed(8, nodeHash(leaves[0]!, leaves[1]!)), proof))).status).toBe(422)
  expect((await add(request(5, signed(8), proof))).status).toBe(200)
})

test('unknown logs, false signatures and malformed requests are told apart', async () => {
  expect((await add(request(0, signed(3, rootOf(3), { name: 'other.example/log', key: secret })))).status).toBe(404)
  expect((await add(request(0, signed(3, rootOf(3), { name: origin, key: new Uint8Array(32).fill(8) })))).status).toBe(
    403,
  )
  const note = parseNote(signed(3))!
  const spoiled = formatNote({ ...note, signatures: [{ ...note.signatures[0]!, bytes: new Uint8Array(64) }] })
  expect((await add(request(0, spoiled))).status).toBe(403)
  const stranger = formatSignature({ name: 'somebody.example', id: '01020304', bytes: new Uint8Array(64) })
  expect((await add(request(0, `${signed(3)}${stranger}\n`))).status).toBe(200)
  expect((await add(request(4, signed(3)))).status).toBe(400)
  for (const body of ['', 'old 3\n', 'old 03\n\n', request(3, 'no note'), request(3, signed(3)).replace('old', 'new')])
    expect((await add(body)).status).toBe(400)
  expect((await add(grown(3, 5).replace('old 3\n', `old 3\n${`${toBase64(leaves[0]!)}\n`.repeat(63)}`))).status).toBe(
    400,
  )
  expect((await add('x'.repeat(70_000))).status).toBe(413)
  expect((await fetch(`${cosigner.url}/elsewhere`)).status).toBe(404)
  expect((await fetch(`${cosigner.url}/add-checkpoint`)).status).toBe(405)
  expect(await (await fetch(cosigner.url)).text()).toBe(`${cosigner.vkey}\n`)
})

test('of many who extend one tree at once, one is cosigned for each size and the newest is never forgotten', async () => {
  await add(grown(0, 4))
  const answers = await Promise.all([...[5, 6, 7, 8].map((size) => add(grown(4, size))), add(grown(4, 12))])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
  const { cosigned } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as {
    cosigned: Record<string, string>
  }
  const size = Number(cosigned[origin]!.split('\n')[1])
  expect(answers.filter(({ status }) => status === 409).every(({ text }) => text === `${size}\n`)).toBe(true)
})

test('what was cosigned survives a restart, and a state that cannot be read is not taken for an empty one', async () => {
  await add(grown(0, 5))
  await expect(open()).rejects.toThrow('running already')
  await cosigner.close()
  cosigner = await open()
  expect(await add(grown(0, 7))).toMatchObject({ status: 409, text: '5\n' })
  await cosigner.close()
  const file = join(folder, 'state.json')
  const state = await readFile(file, 'utf8')
  for (const damaged of ['', '{', '{"v":2}', state.replace('5\\n', 'five\\n')]) {
    await writeFile(file, damaged)
    await expect(open()).rejects.toThrow('not the state of a witness')
  }
  await writeFile(file, state)
  cosigner = await open()
  expect(await add(grown(5, 7))).toMatchObject({ status: 200 })
})
