import { afterEach, describe, expect, test, vi } from 'vitest'
import { inclusionProof } from '#core/fairness/merkle'
import type { Receipt } from '#core/fairness/receipt'
import type { LogRecord } from '#core/fairness/records'
import { sealLog } from '#core/fairness/testing/genuine-draw'
import { toBase64 } from '#core/fairness/tlog/base64'
import { rootOfConsistency } from '#core/fairness/tlog/consistency'
import { type LogFiles, logFiles, serving } from '../../../testing/log-files.ts'
import { type DrawFile, openPublished, publishesBets, readBets, stretchOf } from './published-log.ts'

const { entries, leaves, note } = sealLog(
  Array.from({ length: 700 }, (_, at) => ({
    at: '2026-11-01T00:00:00.000Z',
    type: 'skip' as const,
    body: { drawId: `d${at}` },
  })),
)
const published = logFiles(entries)

/** A draw's file with these of the log's entries. */
function fileWith(indexes: readonly number[]): DrawFile {
  const shown = indexes.map((index) => ({
    index,
    entry: entries[index]!,
    proof: inclusionProof(leaves, index).map(toBase64),
  }))
  return {
    v: 2,
    drawId: 'k3_5m:20261101:0001',
    operatorKey: '',
    keyChanges: [],
    checkpoint: note,
    entries: shown,
    seen: null,
    consistency: [],
    chain: null,
    rules: null,
    bets: null,
  }
}

afterEach(() => vi.unstubAllGlobals())

function opened(file: DrawFile, files: LogFiles = published) {
  vi.stubGlobal('fetch', serving(files))
  return openPublished(file)
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

describe('the entries that a file shows', () => {
  test('are in the log by their proofs, and only with them', () => {
    const file = fileWith([3, 300, 699])
    expect([...opened(file).shown().included]).toEqual([3, 300, 699])
    const [one, two, three] = file.entries
    const swapped = { ...file, entries: [one!, { ...two!, proof: three!.proof }, { ...three!, entry: one!.entry }] }
    expect([...opened(swapped).shown().included]).toEqual([3])
    expect([...opened({ ...file, checkpoint: 'nothing' }).shown().included]).toEqual([])
  })
})

describe('all entries between the first and the last', () => {
  test.each([
    [0, 0],
    [0, 1],
    [1, 255],
    [255, 257],
    [256, 512],
    [3, 698],
    [0, 699],
    [699, 699],
  ])('from %i to %i are read, and are in the log', async (first, last) => {
    const file = fileWith([...new Set([first, last])])
    const read = await opened(file).between()
    expect(read?.entries.map(({ entry }) => entry)).toEqual(entries.slice(first, last + 1))
    expect([...read!.included]).toEqual(numbers(first, last + 1))
    expect(stretchOf(file)).toBe(last - first + 1)
  })

  test('are not in the log where one between was changed', async () => {
    const other = logFiles(entries.with(400, entries[401]!))
    const files = new Map([...published.files].filter(([path]) => !path.includes('entries')))
    for (const [path, bytes] of other.files) if (path.includes('entries')) files.set(path, bytes)
    const read = await opened(fileWith([3, 600]), { ...published, files }).between()
    expect([read!.entries.length, read!.included.size]).toEqual([598, 0])
    const later = await opened(fileWith([401, 600]), { ...published, files }).between()
    expect(later!.included.size).toBe(200)
  })

  test('are not taken instead of those that the file shows, nor where they cannot be had', async () => {
    const file = fileWith([3, 300, 600])
    const changed = file.entries.with(1, { ...file.entries[1]!, entry: entries[301]! })
    expect(await opened({ ...file, entries: changed }).between()).toBeNull()
    const files = new Map(published.files)
    files.delete('tile/entries/001')
    expect(await opened(file, { ...published, files }).between()).toBeNull()
    expect(await opened({ ...file, checkpoint: 'nothing' }).between()).toBeNull()
  })

  test('need a proof of the first one that holds', async () => {
    const file = fileWith([3, 600])
    const proof = file.entries[1]!.proof
    const read = await opened({ ...file, entries: file.entries.with(0, { ...file.entries[0]!, proof }) }).between()
    expect(read?.included.size).toBe(0)
    const none = await opened({ ...file, entries: file.entries.with(0, { ...file.entries[0]!, proof: [] }) }).between()
    expect(none?.included.size).toBe(0)
  })
})

test('a log still begins with what a receipt names, by its files or by the draw’s', async () => {
  const receipt = (size: number) => ({ head: { size } }) as Receipt
  const given = { size: 9, proof: [toBase64(leaves[1]!)] }
  const file = { ...fileWith([3]), consistency: [given, { size: 10, proof: ['x'] }] }
  const proofs = await opened(file).consistency([receipt(0), receipt(5), receipt(256), receipt(700), receipt(701)])
  expect([...proofs.keys()]).toEqual([9, 5, 256])
  for (const old of [5, 256]) {
    const oldRoot = logFiles(entries.slice(0, old)).state.root
    const root = rootOfConsistency({ old, oldRoot, size: 700, proof: proofs.get(old)! })
    expect(toBase64(root!)).toBe(toBase64(published.state.root))
  }
  expect((await opened(file, { ...published, files: new Map() }).consistency([receipt(5)])).has(5)).toBe(false)
})

describe('the bets of a draw', () => {
  /** The records of a draw with this many bets that is over. */
  const over = (bets: number) => [{ type: 'close', body: { bets } }, { type: 'settle' }] as unknown as LogRecord[]

  function answering(answer: () => Promise<Response>) {
    const fetched = vi.fn(answer)
    vi.stubGlobal('fetch', fetched)
    return fetched
  }

  test('the bets of a draw that is over are read, a line for each', async () => {
    const fetched = answering(async () => new Response('{"n":1}\n{"n":2}\n'))
    expect(await readBets('k3_5m:20261101:0001')).toEqual([{ n: 1 }, { n: 2 }])
    expect(fetched).toHaveBeenCalledWith('/fair/bets/k3_5m/20261101/0001.jsonl', expect.anything())
  })

  test('bets that are not published are not checked', async () => {
    answering(async () => new Response(null, { status: 404 }))
    expect(await readBets('k3_5m:20261101:0001')).toBeNull()
  })

  test.each([429, 500, 502, 503])('an answer of %i is not taken for a file without bets', async (status) => {
    answering(async () => new Response('', { status }))
    await expect(readBets('k3_5m:20261101:0001')).rejects.toThrow(String(status))
  })

  test('a lost connection is not taken for a file without bets', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(readBets('k3_5m:20261101:0001')).rejects.toThrow('Failed to fetch')
  })

  test('are not asked for while they are still taken, nor where they are more than a phone has room for', () => {
    expect(publishesBets(over(20_000))).toBe(true)
    expect(publishesBets(over(20_001))).toBe(false)
    expect(publishesBets(over(2).slice(0, 1))).toBe(false)
  })
})
