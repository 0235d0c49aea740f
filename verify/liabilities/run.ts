import { hash } from 'node:crypto'
import { formatInstant } from '#core/fairness/instant'
import { type HoursVerdict, checkHours } from '#core/fairness/liabilities/hours'
import { openLeafList } from '#core/fairness/liabilities/leaf-list'
import { checkPathFile, isPathFile, type PathFile } from '#core/fairness/liabilities/path-file'
import type { Entry } from '#core/fairness/log'
import type { Body } from '#core/fairness/records'
import { verifyEd25519 } from '#core/fairness/signatures'
import { checkProof } from '#core/fairness/tlog/check-proof'
import type { Policy } from '#core/fairness/tlog/policy'
import { parseProofFile } from '#core/fairness/tlog/proof-file'
import { formatCents, storedCents } from '#core/money/cents'
import { Broken } from '../check.ts'
import { layout, readSite } from '../public-files.ts'
import { openLog, readRecords, readTiles } from '../site-log.ts'
import { isUrl, linesOf, mostBytesOfList, openSource, parseJson, readText, Unreadable, type Source } from '../source.ts'
import { problemTexts, type Problem } from './wording.ts'

type Proof = Body<'liabilities'>

export type LiabilitiesOptions = {
  /** A path file and where to compare it; or a site or folder, and the number of the proof whose list is to be added up. */
  readonly targets: readonly string[]
  readonly key: string | null
  readonly policy: Policy | null
  /** The name that the reader signs in with. */
  readonly account: string | undefined
  /** The list of leaves as a file, where the place does not have it. */
  readonly list: string | undefined
  readonly json: boolean
}

/** What was found: facts first, then the first problem or null. */
type Findings = { readonly lines: readonly string[]; readonly problem: Problem | null }

/** Checks a player's path, or all proofs of a log and one list of leaves; prints what was found. */
export async function runLiabilities(options: LiabilitiesOptions, print: (line: string) => void): Promise<number> {
  const [place, second] = options.targets
  if (place === undefined) throw new Unreadable('liabilities needs a path file, or a site or a folder')
  const { lines, problem } =
    place.endsWith('.json') && !isUrl(place)
      ? await checkFile(await readPathFile(place), second, options)
      : await checkSite(openSource(place), second, options)
  if (options.json) print(JSON.stringify({ verdict: problem ? 'fail' : 'pass', problem, findings: lines }))
  else for (const line of [...lines, problem ? `FAILS: ${problemTexts[problem]}.` : 'Holds.']) print(line)
  return problem ? 1 : 0
}

async function readPathFile(path: string): Promise<PathFile> {
  const file = parseJson(await readText(path), path)
  if (!isPathFile(file)) throw new Unreadable(`${path} is not the file of a path`)
  return file
}

async function checkFile(file: PathFile, place: string | undefined, options: LiabilitiesOptions): Promise<Findings> {
  const { key, account, policy } = options
  const known = { verify: verifyEd25519, key, ...(account !== undefined && { account }) }
  const { problem, record, owedTotal } = checkPathFile(file, known)
  const lines = [`${file.account}: owed ${amount(owedTotal)} in ${file.parts.length} parts, proof ${file.number}`]
  if (record) lines.push(proofLine(record))
  if (problem || !record) return { lines, problem: problem ?? 'record-malformed' }
  if (policy) {
    const seen = checkProof({ file: parseProofFile(file.record)!, policy, entry: null, verify: verifyEd25519 })
    if (seen.problem) return { lines, problem: 'not-witnessed' }
    for (const [{ name }, seconds] of seen.cosigned) lines.push(`  ${name} saw it by ${formatInstant(seconds * 1_000)}`)
  }
  if (place === undefined) return { lines, problem: null }
  const { proofs } = await readProofs(openSource(place), key)
  const shown = proofs.filter(({ number }) => number === file.number)
  const isSame = shown.length === 1 && shown[0]!.root === record.root && shown[0]!.total === record.total
  if (isSame) lines.push(`${place} shows everybody the same proof`)
  return { lines, problem: isSame ? null : 'another-root' }
}

async function checkSite(source: Source, wanted: string | undefined, options: LiabilitiesOptions): Promise<Findings> {
  if (wanted !== undefined && !/^[1-9]\d{0,8}$/.test(wanted)) throw new Unreadable(`${wanted} is no number of a proof`)
  const { problem, proofs, missed } = await readProofs(source, options.key)
  const [first, last] = [proofs[0], proofs.at(-1)]
  if (!first || !last) throw new Unreadable(`${source.name} has no proof of what the house owes`)
  const lines = [`${proofs.length} proofs, from ${first.instant} to ${last.instant}`]
  if (missed.length > 0) lines.push(`${missed.length} hours without one, the last ${formatInstant(missed.at(-1)!)}`)
  if (problem) return { lines: [...lines, `proof ${problem.number}`], problem: problem.code }
  const proof = wanted === undefined ? last : proofs.find(({ number }) => number === Number(wanted))
  if (!proof) throw new Unreadable(`${source.name} has no proof ${wanted}`)
  lines.push(proofLine(proof))
  const path = layout.liabilities(proof.number)
  const text = options.list === undefined ? await source.read(path, mostBytesOfList) : await readText(options.list)
  if (text === null)
    return { lines: [...lines, `${source.name} has no ${path}: the list was not checked`], problem: null }
  const added = addUp(text, proof)
  return { lines: added ? lines : [...lines, `${proof.leaves} leaves add up`], problem: added }
}

function addUp(text: string, proof: Proof): Problem | null {
  const list = openLeafList((bytes) => hash('sha256', bytes, 'buffer'))
  for (const line of linesOf(text)) list.add(line)
  const { problem, leaves, root } = list.result()
  if (problem) return problem.code
  const isSame =
    leaves === proof.leaves && root.sum === proof.total && Buffer.from(root.hash).toString('hex') === proof.root
  return isSame ? null : 'list-differs'
}

/** Reads the whole log and keeps what concerns the proofs: them, and the heads of the ledger. */
async function readProofs(source: Source, key: string | null): Promise<HoursVerdict> {
  const { vkey } = await readSite(source)
  if (key && key !== vkey) throw new Broken('checkpoint-false')
  const log = await openLog(source, key ?? vkey)
  if (!log.checkpoint) throw new Broken('checkpoint-false')
  const entries: Entry[] = []
  for await (const tiles of readTiles(log, { first: 0, last: Infinity })) {
    const { problem, entries: some } = readRecords(log, tiles, { first: 0, last: Infinity })
    if (problem) throw new Broken(problem.code)
    entries.push(...some.filter(({ record }) => record.type === 'liabilities' || record.type === 'head'))
  }
  return checkHours(entries)
}

function proofLine({ number, instant, total, available, held, repeatOrders, stakes, leaves }: Proof): string {
  const names = `available ${amount(available)}, held ${amount(held)}, repeat orders ${amount(repeatOrders)}, open bets ${amount(stakes)}`
  return `proof ${number} of ${instant}: ${amount(total)} owed (${names}), ${leaves} leaves`
}

function amount(sum: number): string {
  return formatCents(storedCents(BigInt(sum)))
}
