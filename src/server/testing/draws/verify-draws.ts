import { setTimeout as sleep } from 'node:timers/promises'
import { isBeaconChain, rememberBeacons } from '#core/fairness/beacon'
import type { Json } from '#core/fairness/canonical'
import { settleLeaf } from '#core/fairness/check/settle-leaf'
import { type SignatureCheck, readLog } from '#core/fairness/log'
import { isSignedBy as holds } from '#core/fairness/signatures'
import { type Verdict, verifyDraw } from '#core/fairness/verify'

const checkBeacon = rememberBeacons()

/** Signatures that were found to hold: tests read one growing log again and again. */
const held = new Set<string>()
const isSignedBy: SignatureCheck = (signed) => {
  const name = `${signed.hash} ${signed.sig} ${signed.publicKey}`
  if (!held.has(name) && holds(signed)) held.add(name)
  return held.has(name)
}

/** Checks these draws using only what a site serves: reads the whole log once and checks every signature. */
export async function verifyDraws(siteUrl: string, drawIds: readonly string[], nowMs: number): Promise<Verdict[]> {
  const read = async (path: string) => {
    let response = await fetch(`${siteUrl}/fair/${path}`)
    // A busy server answers 503 and asks the client to retry.
    for (let again = 0; response.status === 503 && again < 10; again++) {
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
      response = await fetch(`${siteUrl}/fair/${path}`)
    }
    if (!response.ok && response.status !== 404) throw new Error(`${path} answers ${response.status}`)
    return response.ok ? response.text() : null
  }
  const lines = (text: string | null) =>
    (text ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Json)
  const site = JSON.parse((await read('site.json'))!) as { operatorKey: string; chain: unknown }
  const chain = isBeaconChain(site.chain) ? site.chain : null
  const all: Json[] = []
  for (let page = 0, found = lines(await read('log/0.jsonl')); found.length > 0;) {
    all.push(...found)
    found = lines(await read(`log/${++page}.jsonl`))
  }
  const log = readLog({ lines: all, key: site.operatorKey, signatures: 'all', isSignedBy })
  const verdicts: Verdict[] = []
  for (const drawId of drawIds) {
    const schedule = log.byDraw.get(drawId)?.find(({ record }) => record.type === 'schedule')?.record
    const rules = schedule?.type === 'schedule' ? await read(`rules/${schedule.body.rulesHash}.json`) : null
    const bets = await read(`bets/${drawId.replaceAll(':', '/')}.jsonl`)
    const shown = {
      drawId,
      log,
      operatorKey: site.operatorKey,
      keyChanges: [],
      chain,
      rules: rules === null ? null : (JSON.parse(rules) as Json),
      bets: bets === null ? null : lines(bets),
    }
    const nothing = { pinnedKey: null, receipt: null, proof: null, note: null, paidToMe: null, relayed: [] }
    const own = { mode: 'house-beacon' as const, nowMs, settleBet: settleLeaf, isSignedBy, checkBeacon }
    verdicts.push(verifyDraw(shown, { ...nothing, ...own }))
  }
  return verdicts
}

export function failedSteps(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ drawId, steps }) =>
    steps.flatMap(({ status, name, reason }) => (status === 'fail' ? [`${drawId} ${name} ${reason}`] : [])),
  )
}
