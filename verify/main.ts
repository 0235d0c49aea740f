#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { answerLines, lineCalculators, tables } from './calculators.ts'
import { Broken, check, isFailure, type Remark } from './check.ts'
import { runCosigner } from './cosigner/run.ts'
import { cents, keptNothing, readKept } from './kept.ts'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { runLiabilities } from './liabilities/run.ts'
import { pinnedOperatorKey } from './pinned.ts'
import { runProof } from './proof.ts'
import type { DrawChecks } from './mirror/judging/judge.ts'
import { runMirror } from './mirror/run.ts'
import { readPolicy } from './policy-file.ts'
import { print, printError } from './print.ts'
import { isLogKey } from './public-files.ts'
import { Unreadable } from './source.ts'
import { brokenText, remarkText, verdictLine, verdictText } from './wording.ts'

const usage = `clearball-verify: checks draws with nothing from the operator but public files.

  clearball-verify <draw file>                    one draw
  clearball-verify <site or folder> <draw id>     one draw, k3_5m:20261115:0001
  clearball-verify <site>/fair/<draw id>          the same
  clearball-verify <site or folder> [<day>]       all draws of a day, 20261115; the latest if none is named
  clearball-verify <receipt> <site or folder>     the draws of a receipt (.tlog-proof), or of what the app or a mirror kept
  clearball-verify mirror <site> --to <folder>    follows the log, keeps it, notes what it saw in time, and checks each draw
  clearball-verify witness --listen <port>        is a witness: cosigns the checkpoints of logs (C2SP tlog-witness)
  clearball-verify proof <file> --policy <file>   whether an entry is in a log, for whatever log (C2SP tlog-proof, tlog-policy)
  clearball-verify liabilities <file> [<site or folder>]       what the house owed you, by the file that the app keeps
  clearball-verify liabilities <site or folder> [<number>]     what the house owed all: every hour, and the leaves of one
  clearball-verify beacon | outcome | settle      a JSON line in, a JSON line out
  clearball-verify odds                           every game, market, chance, odds and return

  --key <vkey>       the log's first key, name+hash+key, from a place you trust
  --policy <file>    the witnesses that you trust, and how many it takes; for proof, the logs too (C2SP tlog-policy)
  --kept <file>      receipts, witness notes and running heads, as the app or a mirror keeps them
  --paid <10.50>     what you were paid
  --house-beacon     accept operator-run randomness (play money); never provably fair
  --relay <url>      ask this drand relay for the round too; "public" asks two of drand's own; may be repeated
  --once             mirror: look once and end
  --every <seconds>  mirror: how often to look (2)
  --log-only         mirror: keep the log and check no draws
  --sign-with <file> witness: sign with this Ed25519 secret, 64 hex digits; made if missing (witness-key)
  --log <vkey>       witness: the verifier key of a log to watch; may be repeated
  --name <name>      witness: its name, such as witness.example.org
  --state <file>     witness: where it keeps what it cosigned (witness-state.json)
  --entry <file>     proof: the entry itself, where the proof file does not hold it
  --account <name>   liabilities: the name that you sign in with
  --list <file>      liabilities: the list of leaves, where the folder does not have it
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
  'log-only': { type: 'boolean', default: false },
  'sign-with': { type: 'string' },
  listen: { type: 'string' },
  log: { type: 'string', multiple: true, default: [] as string[] },
  name: { type: 'string' },
  policy: { type: 'string' },
  entry: { type: 'string' },
  account: { type: 'string' },
  list: { type: 'string' },
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
  if (key !== undefined && !isLogKey(key)) throw new Unreadable('--key takes a log’s verifier key, name+hash+key')
  return key ?? pinnedOperatorKey
}

async function checksGiven(given: Given): Promise<DrawChecks> {
  return {
    policy: given.policy === undefined ? null : await readPolicy(given.policy),
    mode: given['house-beacon'] ? 'house-beacon' : 'public-beacon',
    relays: given.relay,
  }
}

async function runCheck(targets: readonly string[], given: Given): Promise<number> {
  const remarks: { readonly remark: Remark; readonly about: string | undefined }[] = []
  const verdicts = check(targets, {
    key: operatorKey(given),
    ...(await checksGiven(given)),
    kept: given.kept ? await readKept(given.kept) : keptNothing,
    paid: given.paid === undefined ? null : cents(given.paid),
    nowMs: Date.now(),
    settleBet: settleLeaf,
    tell: (remark, about) => void remarks.push({ remark, about }),
  })
  const found = []
  for await (const verdict of verdicts) {
    found.push(verdict)
    if (given.json) print(JSON.stringify(verdict))
    else if (found.length > 1) print(verdictLine(verdict))
    else print(...verdictText(verdict))
  }
  const failed = found.filter(({ verdict }) => verdict === 'fail').length
  if (!given.json && found.length > 1) print(`${found.length} checked, ${failed} failed.`)
  // Lines for machines are verdicts, and nothing else.
  for (const { remark, about } of remarks) (given.json ? printError : print)(remarkText(remark, about))
  return failed > 0 || remarks.some(({ remark }) => isFailure(remark)) ? 1 : 0
}

async function runWitness(given: Given): Promise<number> {
  const { listen, log, name, state } = given
  if (listen === undefined) throw new Unreadable('witness needs --listen <port>; a site is followed by mirror')
  return runCosigner({ listen, log, name, state, signWith: given['sign-with'] ?? 'witness-key' })
}

async function runOwed(targets: readonly string[], given: Given): Promise<number> {
  const policy = given.policy === undefined ? null : await readPolicy(given.policy)
  const { account, list, json } = given
  return runLiabilities({ targets, key: operatorKey(given), policy, account, list, json }, print)
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments()
  const [command, ...rest] = positionals
  if (values.help || command === undefined) {
    print(...usage.split('\n'))
    return values.help ? 0 : 2
  }
  const table = tables[command]
  if (table) {
    print(JSON.stringify(table()))
    return 0
  }
  const calculate = lineCalculators[command]
  if (calculate) {
    await answerLines(calculate, process.stdin, (text) => void process.stdout.write(text))
    return 0
  }
  if (command === 'proof')
    return runProof({ file: rest[0], policy: values.policy, entry: values.entry, json: values.json }, print)
  if (command === 'liabilities') return runOwed(rest, values)
  if (command === 'mirror') {
    const checks = values['log-only'] ? null : await checksGiven(values)
    return runMirror({ ...values, site: rest[0], key: operatorKey(values), checks })
  }
  return command === 'witness' ? runWitness(values) : runCheck(positionals, values)
}

try {
  process.exitCode = await run()
} catch (cause) {
  if (!(cause instanceof Unreadable || cause instanceof Broken)) throw cause
  printError(cause instanceof Broken ? brokenText(cause.reason) : cause.message)
  process.exitCode = cause instanceof Broken ? 1 : 2
}
