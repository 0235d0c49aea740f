import { type Beacon, type BeaconChain, firstRoundAt, quicknet } from '#core/fairness/beacon'
import type { Clock } from '../../world/clock.ts'
import type { Log } from '../../world/log.ts'
import { readAtMost } from '../../world/work/read-at-most.ts'
import { openBlsThread } from './bls-thread.ts'
import type { BeaconSource, VerifiedRound } from '../../world/members/beacon.ts'

const answerWithinMs = 2_500
/** A round is 200 bytes of JSON; a longer answer does not come from a relay. */
const answerMostBytes = 4_096

type Given = {
  readonly relays: readonly string[]
  readonly clock: Clock
  readonly log: Log
  /** Tests, whose rounds are signed while they run, have a chain of their own. */
  readonly chain?: BeaconChain
}

/** drand quicknet over several relays. No relay is trusted: every round is verified against the pinned key. */
export function openPublicBeacon({ relays, clock, log, chain = quicknet }: Given): BeaconSource {
  const thread = openBlsThread()
  let first = 0

  /** The relay's round, if it is genuine and the one that was asked for; throws otherwise. */
  const ask = async (relay: string, round: number | 'latest', signal: AbortSignal): Promise<VerifiedRound> => {
    const beacon = await readRound(`${relay}/${chain.chainHash}/public/${round}`, signal)
    if (round !== 'latest' && beacon.round !== round) throw new Error(`${relay} answered with round ${beacon.round}`)
    const check = await thread.check(chain, beacon)
    if (!check.ok) {
      log.warn({ relay, round: beacon.round, reason: check.reason }, 'a relay sent a round that is not genuine')
      throw new Error(`${relay} sent a round that is not genuine: ${check.reason}`)
    }
    return { ...beacon, randomness: check.randomness }
  }

  const silent = new Set<string>()
  /** Logs when a relay stops answering and when it answers again, not every failed request. */
  const heard = async (relay: string, answer: Promise<VerifiedRound>): Promise<VerifiedRound> => {
    try {
      const round = await answer
      if (silent.delete(relay)) log.warn({ relay }, 'a relay of the beacon answers again')
      return round
    } catch (error) {
      // Aborted requests do not count: another relay answered first.
      const isOwn = !(error instanceof DOMException && error.name === 'AbortError')
      if (isOwn && !silent.has(relay)) {
        silent.add(relay)
        log.warn({ err: error, relay }, 'a relay of the beacon does not answer')
      }
      throw error
    }
  }

  /** The first genuine answer; the other requests are then aborted. */
  const firstOf = async (asked: readonly string[], round: number | 'latest'): Promise<VerifiedRound | null> => {
    const enough = new AbortController()
    const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(answerWithinMs)])
    try {
      return await Promise.any(asked.map((relay) => heard(relay, ask(relay, round, signal))))
    } catch {
      return null
    } finally {
      enough.abort()
    }
  }

  return {
    mode: 'public-beacon',
    chain,
    fetch: (round) => firstOf(relays, round),
    check: (beacon) => thread.check(chain, beacon),
    newest: async () => {
      // The relays take turns. The others are asked only if the one whose turn it is does not answer or is behind.
      const due = firstRoundAt(chain, clock.nowMs()) - 1
      const one = await firstOf([relays[first++ % relays.length]!], 'latest')
      if (one && one.round >= due - 1) return one.round
      const all = await Promise.all(relays.map((relay) => firstOf([relay], 'latest')))
      const rounds = [one, ...all].flatMap((each) => (each ? [each.round] : []))
      return rounds.length > 0 ? Math.max(...rounds) : null
    },
    close: thread.close,
  }
}

/** A relay's answer, unverified. */
export async function readRound(url: string, signal: AbortSignal): Promise<Beacon> {
  const response = await fetch(url, { signal, redirect: 'error' })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  const text = await readAtMost(response, answerMostBytes)
  if (text === null) throw new Error(`${url} sent an answer that is too long`)
  const { round, signature } = JSON.parse(text) as Partial<Beacon>
  // Only the types are made sure of here; the verifier checks the format.
  return { round: Number(round), signature: String(signature) }
}
