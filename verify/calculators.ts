import { createInterface } from 'node:readline'
import { quicknet, rememberBeacons, type Beacon, type BeaconCheck } from '#core/fairness/beacon'
import { commitOf, kinds, outcomeOf, seedOf, streamOf, type Kind } from '#core/fairness/numbers'
import { hexBytes, isHex } from '#core/fairness/pack'
import { oddsTable, settleLine } from './game-lines.ts'
import { printable } from './print.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** One JSON value in, one out. An error is written on that line and does not stop the rest. */
export type LineCalculator = (value: unknown) => unknown

const checkOnce = rememberBeacons()

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('not a JSON object')
  return (value as Record<string, unknown>)[name]
}

function text(value: unknown, name: string): string {
  const found = member(value, name)
  if (typeof found !== 'string') throw new TypeError(`${name} must be a text`)
  return found
}

function hex(value: unknown, name: string, bytes: number): string {
  const found = text(value, name)
  if (!isHex(found, bytes)) throw new TypeError(`${name} must be ${bytes * 2} lower-case hex digits`)
  return found
}

function roundNumber(value: unknown): number {
  const found = member(value, 'round')
  if (!Number.isSafeInteger(found) || (found as number) < 1) throw new TypeError('round must be a whole number from 1')
  return found as number
}

/** Both members must be there; the check itself refuses wrong values. */
function beaconLine(value: unknown): BeaconCheck {
  const beacon = { round: member(value, 'round'), signature: member(value, 'signature') }
  if (beacon.round === undefined || beacon.signature === undefined)
    throw new TypeError('round and signature are needed')
  return checkOnce(quicknet, beacon as Beacon)
}

/** Only computes; `beacon` checks whether the signature is genuine. */
function outcomeLine(value: unknown): { commit: string; seed: string; outcome: number[] } {
  const kind = text(value, 'kind') as Kind
  if (!kinds.includes(kind)) throw new TypeError(`kind must be one of ${kinds.join(', ')}`)
  const drawId = text(value, 'drawId')
  const secret = hex(value, 'secret', 32)
  const seed = seedOf({
    drawId,
    rulesHash: hex(value, 'rulesHash', 32),
    chainHash: quicknet.chainHash,
    round: roundNumber(value),
    randomness: bytesToHex(sha256(hexBytes(hex(value, 'signature', 48), 48))),
    secret,
  })
  return { commit: commitOf({ drawId, secret }), seed, outcome: outcomeOf(kind, streamOf(seed)) }
}

/** The calculators that read lines. */
export const lineCalculators: Readonly<Record<string, LineCalculator>> = {
  beacon: beaconLine,
  outcome: outcomeLine,
  settle: settleLine,
}

/** The commands that print a table and read nothing. */
export const tables: Readonly<Record<string, () => unknown>> = { odds: oddsTable }

/** Writes one line of output for each line of input, in order. */
export async function answerLines(
  calculate: LineCalculator,
  input: NodeJS.ReadableStream,
  write: (text: string) => void,
): Promise<void> {
  let answers: string[] = []
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    answers.push(answerLine(calculate, line))
    if (answers.length === 500) {
      write(`${answers.join('\n')}\n`)
      answers = []
    }
  }
  if (answers.length > 0) write(`${answers.join('\n')}\n`)
}

function answerLine(calculate: LineCalculator, line: string): string {
  try {
    return printable(JSON.stringify(calculate(JSON.parse(line))))
  } catch (cause) {
    return printable(JSON.stringify({ error: cause instanceof Error ? cause.message : String(cause) }))
  }
}
