import { setTimeout as sleep } from 'node:timers/promises'
import { isBeaconChain, rememberBeacons } from '#core/fairness/beacon'
import type { Json } from '#core/fairness/canonical'
import { noEvidence } from '#core/fairness/check/draw-case'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { type ReadLog, followKeys, readLog } from '#core/fairness/log'
import { type Tree, appendLeaf, emptyTree, leafHash, treeRoot } from '#core/fairness/merkle'
import { verifyEd25519 } from '#core/fairness/signatures'
import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import { openTiles } from '#core/fairness/tlog/tile-reader'
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

/** Reads the whole log of a site by its tiles, and checks that its entries give the root of the signed checkpoint. */
export async function readSiteLog(siteUrl: Site): Promise<{ log: ReadLog; vkey: string; keyChanges: string[] }> {
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
  return { log, vkey, keyChanges }
}

/** Checks these draws using only what a site serves. */
export async function verifyDraws(siteUrl: Site, drawIds: readonly string[], nowMs: number): Promise<Verdict[]> {
  const read = async (path: string) => {
    const file = await readFile(siteUrl, path)
    return file && Buffer.from(file).toString('utf8')
  }
  const lines = (text: string) => text.split('\n').filter(Boolean)
  const site = JSON.parse((await read('site.json'))!) as { chain: unknown }
  const chain = isBeaconChain(site.chain) ? site.chain : null
  const { log, vkey, keyChanges } = await readSiteLog(siteUrl)
  const verdicts: Verdict[] = []
  for (const drawId of drawIds) {
    const schedule = log.byDraw.get(drawId)?.find(({ record }) => record.type === 'schedule')?.record
    const rules = schedule?.type === 'schedule' ? await read(`rules/${schedule.body.rulesHash}.json`) : null
    const bets = await read(`bets/${drawId.replaceAll(':', '/')}.jsonl`)
    const shown = {
      drawId,
      log,
      operatorKey: vkey,
      keyChanges,
      seen: null,
      consistency: new Map(),
      chain,
      rules: rules === null ? null : (JSON.parse(rules) as Json),
      bets: bets === null ? null : lines(bets).map((line) => JSON.parse(line) as Json),
    }
    verdicts.push(verifyDraw(shown, { ...own, nowMs }))
  }
  return verdicts
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
