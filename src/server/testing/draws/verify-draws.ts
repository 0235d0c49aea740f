import { setTimeout as sleep } from 'node:timers/promises'
import { isBeaconChain, rememberBeacons } from '#core/fairness/beacon'
import type { Json } from '#core/fairness/canonical'
import { noEvidence, type OwnEvidence } from '#core/fairness/check/draw-case'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { recordToSee } from '#core/fairness/check/witnessed'
import { type ReadLog, followKeys, readLog } from '#core/fairness/log'
import { type Tree, appendLeaf, emptyTree, leafHash, treeRoot } from '#core/fairness/merkle'
import { verifyEd25519 } from '#core/fairness/signatures'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { openTiles, type TileReader } from '#core/fairness/tlog/tile-reader'
import { type Verdict, verifyDraw } from '#core/fairness/verify'
import { sha256 } from '../../world/sha256.ts'

const checkBeacon = rememberBeacons()

/** Where public files are read from: a site's address, or a function that answers null where there is no such file. */
type Site = string | ((path: string) => Promise<Uint8Array | null>)

/** Fetches a public file; null where there is none. */
async function readFile(site: Site, path: string): Promise<Uint8Array | null> {
  return typeof site === 'string' ? fetchFile(site, path) : site(path)
}

async function fetchFile(siteUrl: string, path: string): Promise<Uint8Array | null> {
  const ask = () => fetch(`${siteUrl}/fair/${path}`)
  let response = await ask()
  // A busy server answers 503 and asks the client to retry.
  for (let again = 0; response.status === 503 && again < 10; again++) {
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
    response = await ask()
  }
  if (!response.ok && response.status !== 404) throw new Error(`${path} answers ${response.status}`)
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
}

type SiteLog = {
  readonly log: ReadLog
  readonly vkey: string
  readonly keyChanges: string[]
  readonly tiles: TileReader
}

/** Reads the whole log of a site by its tiles, and checks that its entries give the root of the signed checkpoint. */
export async function readSiteLog(siteUrl: Site): Promise<SiteLog> {
  const text = async (path: string) => Buffer.from((await readFile(siteUrl, path)) ?? []).toString('utf8')
  const { vkey } = JSON.parse(await text('site.json')) as { vkey: string }
  const keyChanges = JSON.parse(await text('keys.json')) as string[]
  const note = await text('log/checkpoint')
  const { size, root } = parseCheckpoint(parseNote(note)!.text)!
  const tiles = openTiles(size, (path) => readFile(siteUrl, `log/${path}`))
  const entries: Uint8Array[] = []
  for (let tile = 0; tile * 256 < size; tile++) entries.push(...((await tiles.entries(tile)) ?? []))
  const leaves = entries.map((entry) => leafHash(entry, sha256))
  const tree = leaves.reduce<Tree>((so, leaf) => appendLeaf(so, leaf, sha256), emptyTree)
  const isWhole = Buffer.from(treeRoot(tree)).equals(root)
  const log = readLog({
    checkpoint: note,
    keys: followKeys(vkey, keyChanges, verifyEd25519)!,
    entries: entries.map((entry, index) => ({ index, entry: Buffer.from(entry).toString('utf8') })),
    includes: ({ index, leaf }) => isWhole && Buffer.from(leaves[index]!).equals(leaf),
    verify: verifyEd25519,
  })
  return { log, vkey, keyChanges, tiles }
}

/** What a player kept of one bet. */
export type KeptBet = Pick<OwnEvidence, 'receipt' | 'paidToMe'>

/** What the checker brings besides what the site shows. */
type Brought = Pick<OwnEvidence, 'nowMs'> &
  Partial<Pick<OwnEvidence, 'pinnedKey' | 'policy'>> & {
    /** The bets of a draw, each of which gets a verdict of its own. */
    readonly keptOf?: (drawId: string) => readonly KeptBet[]
  }

/** Checks these draws using only what a site serves. */
export function verifyDraws(siteUrl: Site, drawIds: readonly string[], nowMs: number): Promise<Verdict[]> {
  return verifyWith(siteUrl, drawIds, { nowMs })
}

/** Checks these draws by what a site serves and what the checker kept. */
export async function verifyWith(siteUrl: Site, drawIds: readonly string[], brought: Brought): Promise<Verdict[]> {
  const { nowMs, pinnedKey = null, policy = null, keptOf } = brought
  const read = async (path: string) => {
    const file = await readFile(siteUrl, path)
    return file && Buffer.from(file).toString('utf8')
  }
  const lines = (text: string) => text.split('\n').filter(Boolean)
  const site = JSON.parse((await read('site.json'))!) as { chain: unknown }
  const chain = isBeaconChain(site.chain) ? site.chain : null
  const { log, vkey, keyChanges, tiles } = await readSiteLog(siteUrl)
  const verdicts: Verdict[] = []
  for (const drawId of drawIds) {
    const about = log.byDraw.get(drawId) ?? []
    const schedule = about.find(({ record }) => record.type === 'schedule')?.record
    const rules = schedule?.type === 'schedule' ? await read(`rules/${schedule.body.rulesHash}.json`) : null
    const bets = await read(`bets/${drawId.replaceAll(':', '/')}.jsonl`)
    const toSee = policy && recordToSee(about)
    const seen = toSee ? await read(`seen/${toSee.index}`) : null
    const kept = keptOf?.(drawId) ?? []
    const heads = kept.flatMap(({ receipt }) => (receipt ? [receipt.head.size] : []))
    const shown = {
      drawId,
      log,
      operatorKey: vkey,
      keyChanges,
      seen,
      consistency: await consistencyFrom(tiles, seen === null ? heads : [...heads, sizeOf(seen)]),
      chain,
      rules: rules === null ? null : (JSON.parse(rules) as Json),
      bets: bets === null ? null : lines(bets).map((line) => JSON.parse(line) as Json),
    }
    for (const bet of kept.length > 0 ? kept : [noEvidence])
      verdicts.push(verifyDraw(shown, { ...own, nowMs, pinnedKey, policy, ...pickBet(bet) }))
  }
  return verdicts
}

const pickBet = ({ receipt, paidToMe }: KeptBet) => ({ receipt, paidToMe })

const sizeOf = (note: string): number => parseCheckpoint(parseNote(note)!.text)!.size

async function consistencyFrom(tiles: TileReader, sizes: readonly number[]): Promise<Map<number, Uint8Array[]>> {
  const proofs = new Map<number, Uint8Array[]>()
  for (const size of new Set(sizes)) {
    const proof = await tiles.consistency(size)
    if (proof) proofs.set(size, proof)
  }
  return proofs
}

const own = {
  ...noEvidence,
  mode: 'house-beacon',
  settleBet: settleLeaf,
  verify: verifyEd25519,
  checkBeacon,
} as const

export function failedSteps(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ drawId, steps }) =>
    steps.flatMap(({ status, name, reason }) => (status === 'fail' ? [`${drawId} ${name} ${reason}`] : [])),
  )
}
