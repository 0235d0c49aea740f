#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { isHex } from '#core/fairness/pack'
import { answerLines, lineCalculators, tables } from './calculators.ts'
import { check } from './check.ts'
import { runCosigner } from './cosigner/run.ts'
import { cents, keptNothing, readKept } from './kept.ts'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { pinnedOperatorKey } from './pinned.ts'
import { runProof } from './proof.ts'
import { Unreadable } from './source.ts'
import { lookOnce, openMirror, readSecret, watch, type WitnessEvent } from './witness.ts'
import { verdictLine, verdictText } from './wording.ts'

const usage = `clearball-verify: checks draws with nothing from the operator but public files.

  clearball-verify <draw file>                    one draw
  clearball-verify <site or folder> <draw id>     one draw, k3_5m:20261115:0001
  clearball-verify <site>/fair/<draw id>          the same
  clearball-verify <site or folder> [<day>]       all draws of a day, 20261115; the latest if none is named
  clearball-verify <receipt> <site or folder>     the draws of a receipt, or of all that the app exported
  clearball-verify witness <site> --to <folder>   mirrors the log and notes what it saw in time
  clearball-verify witness --listen <port>        is a witness: cosigns the checkpoints of logs (C2SP tlog-witness)
  clearball-verify proof <file> --policy <file>   whether an entry is in a log, for whatever log (C2SP tlog-proof, tlog-policy)
  clearball-verify beacon | outcome | settle      a JSON line in, a JSON line out
  clearball-verify odds                           every game, market, chance, odds and return

  --key <hex>        the operator's public key, from a place you trust
  --kept <file>      receipts and witness notes, as the app exports them
  --paid <10.50>     what you were paid
  --house-beacon     accept operator-run randomness (play money); never provably fair
  --relay <url>      ask this drand relay for the round too; "public" asks two of drand's own; may be repeated
  --once             witness: look once and end
  --every <seconds>  witness: how often to look (2)
  --sign-with <file> witness: sign with this Ed25519 secret, 64 hex digits; with --listen it is made if missing (witness-key)
  --log <vkey>       witness --listen: the verifier key of a log to watch; may be repeated
  --name <name>      witness --listen: its name, such as witness.example.org
  --state <file>     witness --listen: where it keeps what it cosigned (witness-state.json)
  --policy <file>    proof: the logs and witnesses that you trust, and how many it takes
  --entry <file>     proof: the entry itself, where the proof file does not hold it
  --json             for machines

Ends with 0 if nothing failed, 1 if a step failed, 2 if something could not be read.`

const options = {
  key: { type: 'string' },
  kept: { type: 'string' },
  paid: { type: 'string' },
  'house-beacon': { type: 'boolean', default: false },
  relay: { type: 'string', multiple: true, default: [] as string[] },
  to: { type: 'string' },
  once: { type: 'boolean', default: false },
  every: { type: 'string', default: '2' },
  'sign-with': { type: 'string' },
  listen: { type: 'string' },
  log: { type: 'string', multiple: true, default: [] as string[] },
  name: { type: 'string' },
  policy: { type: 'string' },
  entry: { type: 'string' },
  state: { type: 'string', default: 'witness-state.json' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Given = ReturnType<typeof readArguments>['values']

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (cause) {
    throw new Unreadable((cause as Error).message, { cause })
  }
}

function operatorKey({ key }: Given): string | null {
  if (key !== undefined && !isHex(key, 32)) throw new Unreadable('--key takes 64 lower-case hex digits')
  return key ?? pinnedOperatorKey
}

async function runCheck(targets: readonly string[], given: Given): Promise<number> {
  const verdicts = check(targets, {
    key: operatorKey(given),
    kept: given.kept ? await readKept(given.kept) : keptNothing,
    paid: given.paid === undefined ? null : cents(given.paid),
    mode: given['house-beacon'] ? 'house-beacon' : 'public-beacon',
    relays: given.relay,
    nowMs: Date.now(),
    settleBet: settleLeaf,
  })
  const found = []
  for await (const verdict of verdicts) {
    found.push(verdict)
    if (given.json) console.log(JSON.stringify(verdict))
    else if (found.length > 1) console.log(verdictLine(verdict))
    else console.log(verdictText(verdict))
  }
  const failed = found.filter(({ verdict }) => verdict === 'fail').length
  if (!given.json && found.length > 1) console.log(`${found.length} checked, ${failed} failed.`)
  return failed > 0 ? 1 : 0
}

const eventTexts: { [E in WitnessEvent as E['event']]: (event: E) => string } = {
  mirrored: ({ records, seq }) => `${records} records mirrored, up to ${seq}`,
  seen: ({ drawId, aheadMs }) => `${drawId} closed ${(aheadMs / 1000).toFixed(1)} s before its round: noted`,
  'seen-late': ({ drawId }) => `${drawId} closed, but its round is already out: not noted`,
  told: ({ drawId, isCounted, witnesses }) =>
    isCounted
      ? `${drawId}: sent to the site, witnesses: ${witnesses}`
      : `${drawId}: the site did not count this witness`,
  'not-told': ({ drawId, why }) => `${drawId}: could not be sent to the site: ${why}`,
  unreachable: ({ why }) => `${why}; looking again`,
  contradiction: ({ what, seq }) => `THE LOG CONTRADICTS ITSELF at record ${seq}: ${what}. Keep this folder as proof.`,
}

async function runWitness(site: string | undefined, given: Given): Promise<number> {
  if (given.listen !== undefined) {
    const { listen, log, name, state } = given
    return runCosigner({ listen, log, name, state, signWith: given['sign-with'] ?? 'witness-key' })
  }
  if (!site || !given.to) throw new Unreadable('witness needs a site and --to <folder>')
  const tell = (event: WitnessEvent) =>
    console.log(given.json ? JSON.stringify(event) : eventTexts[event.event](event as never))
  const secretKey = given['sign-with'] ? await readSecret(given['sign-with']) : null
  const setting = { site, folder: given.to, key: operatorKey(given), secretKey, clock: Date.now, tell }
  const mirror = await openMirror(setting)
  const holds = given.once
    ? await lookOnce(mirror, setting)
    : await watch(mirror, setting, { everyMs: Number(given.every) * 1000 })
  return holds ? 0 : 1
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments()
  const [command, ...rest] = positionals
  if (values.help || command === undefined) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  const table = tables[command]
  if (table) {
    console.log(JSON.stringify(table()))
    return 0
  }
  const calculate = lineCalculators[command]
  if (calculate) {
    await answerLines(calculate, process.stdin, (text) => void process.stdout.write(text))
    return 0
  }
  if (command === 'proof')
    return runProof({ file: rest[0], policy: values.policy, entry: values.entry, json: values.json }, console.log)
  return command === 'witness' ? runWitness(rest[0], values) : runCheck(positionals, values)
}

try {
  process.exitCode = await run()
} catch (cause) {
  if (!(cause instanceof Unreadable)) throw cause
  console.error(cause.message)
  process.exitCode = 2
}
