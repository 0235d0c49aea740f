import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { betsFile } from '#core/fairness/bets'
import { canonical, canonicalHash } from '#core/fairness/canonical'
import { type NewRecord, recordHash } from '#core/fairness/log'
import { parseDrawId, type SignedRecord } from '#core/fairness/records'
import { entriesOf, operatorKey, sealLog, type Draft } from '#core/fairness/testing/genuine-draw'
import { layout, pageSize } from '../public-files.ts'

/** Makes one log of several draws, in the order of time, with a head of the ledger among the records. */
export function logOf(drafts: readonly Draft[]): SignedRecord[] {
  const body = { book: 'ledger', number: 7, hash: '0'.repeat(64) }
  const head: NewRecord = { at: drafts[0]!.close.at, type: 'head', body }
  return sealLog([head, ...drafts.flatMap(entriesOf)].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)))
}

/** Writes the public files of a site with these draws. */
export async function writeSite(folder: string, drafts: readonly Draft[], log = logOf(drafts)): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const lines = (records: readonly SignedRecord[]) => records.map((line) => `${canonical(line)}\n`).join('')
  const { day } = parseDrawId(drafts[0]!.drawId)!
  const chain = drafts[0]!.chain
  const { seq, hash } = { seq: log.length - 1, hash: recordHash(log.at(-1)!.record) }
  await put(layout.site, JSON.stringify({ v: 1, operatorKey, chain, latestDay: day }))
  await put(layout.keys, lines(log.filter(({ record }) => record.type === 'key')))
  await put(layout.head, JSON.stringify({ seq, hash }))
  await put(layout.day(day), JSON.stringify({ v: 1, first: 1, last: seq }))
  for (let first = 0; first < log.length; first += pageSize) {
    await put(layout.page(first / pageSize), lines(log.slice(first, first + pageSize)))
  }
  for (const { drawId, bets, rules } of drafts) {
    await put(layout.bets(drawId), betsFile(bets))
    await put(layout.rules(canonicalHash(rules)), canonical(rules))
  }
}

/** Serves a folder on this machine only. */
export async function serveFolder(
  folder: string,
  wanted = 0,
): Promise<{ readonly address: string; readonly stop: () => void }> {
  const server = createServer((request, answer) => {
    const file = createReadStream(join(folder, decodeURIComponent(request.url ?? '')))
    file.on('error', () => answer.writeHead(404).end())
    file.pipe(answer)
  })
  await new Promise<void>((ready) => server.listen(wanted, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
