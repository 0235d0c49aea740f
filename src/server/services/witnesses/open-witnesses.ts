import { readFile } from 'node:fs/promises'
import { parsePolicy, type Policy } from '#core/fairness/tlog/policy'
import type { App } from '../../world/app.ts'
import { StartProblem } from '../../world/start-problem.ts'
import type { Witnesses } from '../../world/members/witnesses.ts'
import { newestCheckpoint } from '../fairness/public-log.ts'
import { type Asker, openAsker } from './ask-witness.ts'
import { firstUnwitnessedMs, hasUnwitnessed } from './witnessed-closes.ts'

type Given = Pick<App, 'config' | 'clock' | 'db' | 'log' | 'memory'>

/** Reads the policy of witnesses, if the settings name one. */
export async function openWitnesses(given: Given): Promise<Witnesses> {
  const { config, clock, db } = given
  const text = config.witnesses === null ? null : await readPolicyFile(config.witnesses)
  const policy = text === null ? null : policyOf(text, config.witnesses!)
  const ask = () => {
    if (askers.length === 0) return
    // Read once for all, so that those who are asked now are asked about the same one.
    const newest = newestCheckpoint(db.query)
    newest.catch(() => {})
    for (const asker of askers) asker.ask(newest)
  }
  // Others sign the same checkpoint next, or go on to a newer one for which they waited.
  const onSigned = async () => {
    if (await hasUnwitnessed(db.query).catch(() => false)) ask()
  }
  const askers: Asker[] = (policy?.witnesses ?? []).map((witness, at) => {
    const mayOthersSign = () => askers.some((other, index) => index !== at && other.mayAsk())
    return openAsker(given, { policy: policy!, witness, onSigned, mayOthersSign })
  })
  let unwitnessedMs: number | null = null
  const silentSince = () =>
    unwitnessedMs !== null && clock.nowMs() - unwitnessedMs > config.witnessPatienceMs ? unwitnessedMs : null
  return {
    policy,
    text: text === null ? null : withoutAddresses(text),
    ask,
    look: async (mayAsk) => {
      if (!policy?.quorum) return
      unwitnessedMs = await firstUnwitnessedMs(db.query)
      if (unwitnessedMs !== null && mayAsk) ask()
    },
    areSilent: () => silentSince() !== null,
    unwitnessedSince: () => unwitnessedMs,
    silentSince,
    settled: async () => {
      const underWay = () => askers.flatMap((asker) => asker.running() ?? [])
      // One that ends may have the others asked again.
      for (let running = underWay(); running.length > 0; running = underWay()) await Promise.all(running)
    },
    close: async () => void (await Promise.all(askers.map((asker) => asker.close()))),
  }
}

async function readPolicyFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new StartProblem(`WITNESSES names ${file}, which cannot be read: ${(cause as Error).message}`)
  }
}

function policyOf(text: string, file: string): Policy {
  const policy = parsePolicy(text)
  if ('problem' in policy)
    throw new StartProblem(`WITNESSES names ${file}, which is not a policy: ${policy.problem} in line ${policy.line}`)
  const unusable = policy.witnesses.find(({ url }) => url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  if (unusable)
    throw new StartProblem(`WITNESSES names ${file}, where the address of ${unusable.name} is not http:// or https://`)
  return policy
}

/** The policy as readers get it. An address is for whoever asks the witness, and may hold a token. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/^([ \t]*witness[ \t]+\S+[ \t]+\S+)[ \t]+\S+/gm, '$1')
}
