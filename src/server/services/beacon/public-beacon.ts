import { type Beacon, firstRoundAt, quicknet } from '#core/fairness/beacon'
import type { Clock } from '../../world/clock.ts'
import type { Log } from '../../world/log.ts'
import { openBlsThread } from './bls-thread.ts'
import type { BeaconSource, VerifiedRound } from '../../world/members/beacon.ts'

const answerWithinMs = 2_500
/** A round is 200 bytes of JSON; whoever sends more is no relay. */
const answerMostBytes = 4_096

type Given = { readonly relays: readonly string[]; readonly clock: Clock; readonly log: Log }

/** drand quicknet over several relays. A relay is believed in nothing: what it sends is verified against the pinned key. */
export function openPublicBeacon({ relays, clock, log }: Given): BeaconSource {
  const thread = openBlsThread()
  let first = 0

  /** What a relay says, if it is genuine and answers the question; throws otherwise. */
  const ask = async (relay: string, round: number | 'latest', signal: AbortSignal): Promise<VerifiedRound> => {
    const beacon = await read(`${relay}/${quicknet.chainHash}/public/${round}`, signal)
    if (round !== 'latest' && beacon.round !== round) throw new Error(`${relay} answered with round ${beacon.round}`)
    const check = await thread.check(quicknet, beacon)
    if (!check.ok) {
      log.warn({ relay, round: beacon.round, reason: check.reason }, 'a relay sent a round that is not genuine')
      throw new Error(`${relay} sent a round that is not genuine: ${check.reason}`)
    }
    return { ...beacon, randomness: check.randomness }
  }

  const silent = new Set<string>()
  /** Tells the log when a relay falls silent and when it is back, not at each of the many times it is asked. */
  const heard = async (relay: string, answer: Promise<VerifiedRound>): Promise<VerifiedRound> => {
    try {
      const round = await answer
      if (silent.delete(relay)) log.warn({ relay }, 'a relay of the beacon answers again')
      return round
    } catch (error) {
      // Given up because another was quicker.
      const isOwn = !(error instanceof DOMException && error.name === 'AbortError')
      if (isOwn && !silent.has(relay)) {
        silent.add(relay)
        log.warn({ err: error, relay }, 'a relay of the beacon does not answer')
      }
      throw error
    }
  }

  /** The first genuine answer; the others are then no longer waited for. */
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
    chain: quicknet,
    fetch: (round) => firstOf(relays, round),
    check: (beacon) => thread.check(quicknet, beacon),
    newest: async () => {
      // One relay in turn is asked; the others only when it is silent or behind, as a stale or lying one would be.
      const due = firstRoundAt(quicknet, clock.nowMs()) - 1
      const one = await firstOf([relays[first++ % relays.length]!], 'latest')
      if (one && one.round >= due - 1) return one.round
      const all = await Promise.all(relays.map((relay) => firstOf([relay], 'latest')))
      const rounds = [one, ...all].flatMap((each) => (each ? [each.round] : []))
      return rounds.length > 0 ? Math.max(...rounds) : null
    },
    close: thread.close,
  }
}

async function read(url: string, signal: AbortSignal): Promise<Beacon> {
  const response = await fetch(url, { signal, redirect: 'error' })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  const text = await response.text()
  if (text.length > answerMostBytes) throw new Error(`${url} answers at too great a length`)
  const { round, signature } = JSON.parse(text) as Partial<Beacon>
  // The form is the verifier's to judge; here only the types are made sure of.
  return { round: Number(round), signature: String(signature) }
}
