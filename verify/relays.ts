import { quicknetRelays, type Beacon } from '#core/fairness/beacon'
import type { PublicDraw } from '#core/fairness/check/draw-case'
import { openSource, parseJson, Unreachable } from './source.ts'

/**
 * Asks relays for the rounds of draws. One that does not have a round says nothing about it. Any other answer that is not a round
 * counts as another signature.
 */
export function openRelays(given: readonly string[]) {
  const relays = given.flatMap((relay) => (relay === 'public' ? quicknetRelays.slice(0, 2) : [relay]))
  // One that is away may take half a minute to say so, for each of many draws.
  const away = new Map<string, Unreachable>()

  async function ask(relay: string, path: string): Promise<Beacon | null> {
    const known = away.get(relay)
    if (known) throw known
    const text = await openSource(relay)
      .read(path)
      .catch((cause: unknown) => {
        if (cause instanceof Unreachable) away.set(relay, cause)
        throw cause
      })
    if (text === null) return null
    const { round, signature } = parseJson(text, relay) as Partial<Beacon>
    return { round: Number(round), signature: String(signature) }
  }

  return async ({ log, drawId }: PublicDraw): Promise<Beacon[]> => {
    const records = log.byDraw.get(drawId)?.map(({ record }) => record) ?? []
    const schedule = records.find((record) => record.type === 'schedule')
    const isClosed = records.some(({ type }) => type === 'close')
    const slot = schedule?.body.draws.find((draw) => draw.drawId === drawId)
    if (!schedule || !slot || !isClosed) return []
    const result = records.find((record) => record.type === 'result' || record.type === 'shadow')
    const path = `${schedule.body.beacon.chainHash}/public/${result?.body.round ?? slot.round}`
    const answers = await Promise.all(relays.map((relay) => ask(relay, path)))
    return answers.filter((answer) => answer !== null)
  }
}
