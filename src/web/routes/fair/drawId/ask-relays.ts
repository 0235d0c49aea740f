import type { Beacon } from '#core/fairness/beacon'
import { parseInstant } from '#core/fairness/instant'
import type { LogRecord } from '#core/fairness/records'

/** A single relay could be the operator's own; more than two add nothing. */
const relaysAsked = 2
const patienceMs = 5_000
/** So long after its round a draw without numbers is overdue, if relays have the round. */
const overdueMs = 30 * 60_000

/**
 * Asks relays for the beacon round of a draw that has numbers, that is void because the round could not be had, or that closed and has
 * waited too long. A relay that does not answer proves nothing either way; an answer counts even if it cannot be read.
 */
export async function askRelays(
  relays: readonly string[],
  records: readonly LogRecord[],
  nowMs: number,
): Promise<Beacon[]> {
  const schedule = records.find((record) => record.type === 'schedule')
  const round = schedule && roundOf(schedule, records, nowMs)
  if (round === undefined) return []
  const path = `${schedule!.body.beacon.chainHash}/public/${round}`
  const answers = await Promise.all(relays.slice(0, relaysAsked).map((relay) => ask(`${relay}/${path}`)))
  return answers.filter((answer) => answer !== null)
}

function roundOf({ body }: LogRecord<'schedule'>, records: readonly LogRecord[], nowMs: number): number | undefined {
  const result = records.find((record) => record.type === 'result' || record.type === 'shadow')
  if (result) return result.body.round
  const voided = records.find((record) => record.type === 'void')?.body
  const close = records.find((record) => record.type === 'close')?.body
  const slot = body.draws.find(({ drawId }) => drawId === (voided ?? close)?.drawId)
  const isAsked = voided
    ? voided.reason === 'beacon-unavailable'
    : slot && nowMs >= parseInstant(slot.drawsAt)! + overdueMs
  return isAsked ? slot?.round : undefined
}

async function ask(address: string): Promise<Beacon | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const response = await fetch(address, { signal, credentials: 'omit' }).catch(() => null)
  if (!response?.ok) return null
  const told = (await response.json().catch(() => ({}))) as Partial<Beacon> | null
  return { round: Number(told?.round), signature: String(told?.signature) }
}
