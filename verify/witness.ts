import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { quicknet, roundTimeMs, type BeaconChain } from '#core/fairness/beacon'
import { canonical, type Json } from '#core/fairness/canonical'
import { formatInstant } from '#core/fairness/instant'
import { readLog, type Entry } from '#core/fairness/log'
import { hexBytes } from '#core/fairness/pack'
import { isSignedRecord } from '#core/fairness/records'
import { isCount, objectOf, type Shape } from '#core/fairness/shape'
import { countersign, isSignedBy } from '#core/fairness/signatures'
import type { Countersignature, WitnessNote } from '#core/fairness/witness'
import { layout, pageSize, readHead, readPage, readSite } from './public-files.ts'
import { isUrl, openSource, Unreadable, type Source } from './source.ts'

export type WitnessOptions = {
  readonly site: string
  readonly folder: string
  readonly key: string | null
  /** The witness's Ed25519 secret key, for countersigning. */
  readonly secretKey: string | null
  readonly clock: () => number
  readonly tell: (event: WitnessEvent) => void
}

export type WitnessEvent =
  | { readonly event: 'mirrored'; readonly records: number; readonly seq: number }
  | { readonly event: 'seen'; readonly drawId: string; readonly closeHash: string; readonly aheadMs: number }
  | { readonly event: 'seen-late'; readonly drawId: string; readonly closeHash: string; readonly lateMs: number }
  | { readonly event: 'told'; readonly drawId: string; readonly isCounted: boolean; readonly witnesses: number }
  | { readonly event: 'not-told'; readonly drawId: string; readonly why: string }
  | { readonly event: 'unreachable'; readonly why: string }
  | { readonly event: 'contradiction'; readonly what: string; readonly seq: number }

type Mirror = {
  readonly source: Source
  readonly chain: BeaconChain
  key: string
  last: Entry | null
  /** When the beacon round of each scheduled draw is due. */
  readonly roundMs: Map<string, number>
  readonly notes: Record<string, WitnessNote>
  /** False during the first look of a new mirror: records that were already there then were not seen in time, so they are not noted. */
  caughtUp: boolean
}

/** Opens the mirror in a folder and reads what it already holds. */
export async function openMirror({ site, folder, key }: WitnessOptions): Promise<Mirror> {
  const source = openSource(site)
  const stated = await readSite(source)
  const first = key ?? stated.operatorKey
  const held = openSource(folder)
  const lines: Json[] = []
  for (let page = 0; ; page++) {
    const found = await readPage(held, page)
    lines.push(...found)
    if (found.length < pageSize) break
  }
  const log = readLog({ lines, key: first, signatures: { drawId: '' }, isSignedBy })
  if (log.problem) throw new Unreadable(`the mirror in ${folder} is damaged: ${log.problem.code}`)
  const notes = JSON.parse((await held.read('kept.json')) ?? '{"notes":{}}') as { notes: Record<string, WitnessNote> }
  await save(join(folder, layout.site), `${JSON.stringify({ ...stated, operatorKey: first })}\n`)
  const mirror: Mirror = {
    source,
    chain: stated.chain ?? quicknet,
    key: log.key,
    last: log.entries.at(-1) ?? null,
    roundMs: new Map(),
    notes: notes.notes,
    caughtUp: lines.length > 0,
  }
  for (const entry of log.entries) noteRounds(mirror, entry)
  return mirror
}

function noteRounds({ roundMs, chain }: Mirror, { record }: Entry): void {
  if (record.type !== 'schedule') return
  const known = [quicknet, chain].find(({ chainHash }) => chainHash === record.body.beacon.chainHash)
  if (known) for (const { drawId, round } of record.body.draws) roundMs.set(drawId, roundTimeMs(known, round))
}

/** Polls the site; returns false when the site contradicts itself, and goes on while the site is down. */
export async function watch(mirror: Mirror, options: WitnessOptions, { everyMs }: { everyMs: number }): Promise<false> {
  const unreachable = (cause: unknown) => {
    if (!(cause instanceof Unreadable)) throw cause
    options.tell({ event: 'unreachable', why: cause.message })
    return true
  }
  while (await lookOnce(mirror, options).catch(unreachable)) await pause(everyMs)
  return false
}

/** Fetches new records once. False when the site contradicts what it said before: its own signature proves it. */
export async function lookOnce(mirror: Mirror, options: WitnessOptions): Promise<boolean> {
  const { source, last } = mirror
  const head = await readHead(source)
  if (!head) throw new Unreadable(`${source.name} has no ${layout.head}`)
  const heldSeq = last?.record.seq ?? -1
  const contradict = async (what: string, seq: number, shown: Json) => {
    // Together with the mirror this is the proof: two signed records that exclude each other.
    await save(join(options.folder, 'contradiction.json'), `${JSON.stringify({ what, seq, shown })}\n`)
    options.tell({ event: 'contradiction', what, seq })
    return false
  }
  if (head.seq < heldSeq) return contradict('the log became shorter', head.seq, head)

  const fresh: Json[] = []
  for (let page = Math.floor(Math.max(heldSeq, 0) / pageSize); page <= Math.floor(head.seq / pageSize); page++) {
    const shown = await readPage(source, page)
    const again = shown.find((line) => isSignedRecord(line) && line.record.seq === heldSeq)
    if (last && isSignedRecord(again) && canonical(again.record) !== canonical(last.record)) {
      return contradict('a record was rewritten', heldSeq, again)
    }
    fresh.push(...shown.filter((line) => !isSignedRecord(line) || line.record.seq > heldSeq))
  }
  const log = readLog({ lines: fresh, key: mirror.key, after: last, signatures: 'all', isSignedBy })
  const gap = !last && log.entries[0] && log.entries[0].record.seq > 0
  await keep(mirror, options, { entries: log.entries, lines: fresh })
  if (log.problem) return contradict(log.problem.code, heldSeq + 1 + log.problem.index, fresh[log.problem.index]!)
  if (log.gaps > 0 || gap) return contradict('records are left out', heldSeq + 1, head)
  mirror.key = log.key
  mirror.caughtUp = true
  return true
}

type Fresh = { readonly entries: readonly Entry[]; readonly lines: readonly Json[] }

async function keep(mirror: Mirror, options: WitnessOptions, { entries, lines }: Fresh): Promise<void> {
  const { folder, tell } = options
  for (const [at, entry] of entries.entries()) {
    await append(join(folder, layout.page(Math.floor(entry.record.seq / pageSize))), `${canonical(lines[at]!)}\n`)
    if (entry.record.type === 'key') await append(join(folder, layout.keys), `${canonical(lines[at]!)}\n`)
    noteRounds(mirror, entry)
    if (entry.record.type === 'close' && mirror.caughtUp) await noteClose(mirror, entry as Entry<'close'>, options)
    mirror.last = entry
  }
  if (entries.length === 0) return
  await save(
    join(folder, layout.head),
    `${JSON.stringify({ seq: mirror.last!.record.seq, hash: mirror.last!.hash })}\n`,
  )
  await save(join(folder, 'kept.json'), `${JSON.stringify({ v: 1, receipts: [], notes: mirror.notes, payouts: {} })}\n`)
  tell({ event: 'mirrored', records: entries.length, seq: mirror.last!.record.seq })
}

async function noteClose(mirror: Mirror, { record, hash }: Entry<'close'>, options: WitnessOptions): Promise<void> {
  const { drawId } = record.body
  const nowMs = options.clock()
  const aheadMs = (mirror.roundMs.get(drawId) ?? -Infinity) - nowMs
  if (aheadMs <= 0) return options.tell({ event: 'seen-late', drawId, closeHash: hash, lateMs: -aheadMs })
  const note = { closeHash: hash, seenAt: formatInstant(nowMs) }
  mirror.notes[drawId] = note
  options.tell({ event: 'seen', drawId, closeHash: hash, aheadMs })
  if (!options.secretKey) return
  const signed = countersign(drawId, note, options.secretKey)
  await append(join(options.folder, 'countersigned.jsonl'), `${canonical(signed)}\n`)
  // Not awaited: otherwise a site with slow answers could keep a witness from seeing the next close in time.
  if (isUrl(options.site)) void tellSite(mirror.source.name, signed).then(options.tell)
}

const isFlag: Shape<boolean> = (value) => typeof value === 'boolean'
const isTold = objectOf({ isCounted: isFlag, witnesses: isCount })

/** Sends the countersignature to the site, to be listed. The proof is in the folder, whether or not the site accepts it. */
async function tellSite(site: string, signed: Countersignature): Promise<WitnessEvent> {
  const { drawId } = signed
  try {
    const answer = await fetch(`${site}/api/v1/witnesses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signed),
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) return { event: 'not-told', drawId, why: `the site answers ${answer.status}` }
    const told: unknown = await answer.json()
    if (!isTold(told)) return { event: 'not-told', drawId, why: 'the site’s answer cannot be read' }
    return { event: 'told', drawId, isCounted: told.isCounted, witnesses: told.witnesses }
  } catch (error) {
    return { event: 'not-told', drawId, why: String(error) }
  }
}

async function save(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function append(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, text)
}

/** Reads the witness's secret key: 64 hexadecimal digits in a file. */
export async function readSecret(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8')).trim()
  hexBytes(text, 32)
  return text
}
