import type { Entry, ReadLog } from '#core/fairness/log'
import { parseDrawId } from '#core/fairness/records'
import { readDay } from '../../public-files.ts'
import { readTiles, type SiteLog } from '../../site-log.ts'
import { dayRecords, soundRecords, type Days } from '../days.ts'

/** The draws of a chain, and, of their results in the order of the log, those with a later round than all before. */
type Chain = {
  readonly drawIds: Set<string>
  readonly highest: { readonly drawId: string; readonly index: number; readonly round: number }[]
}

/** By which rounds draws got their numbers, in a part of the log. */
export type Rounds = { first: number; end: number; chains: Map<string, Chain> }

export const noRounds = (): Rounds => ({ first: 0, end: 0, chains: new Map() })

type Place = { readonly rounds: Rounds; readonly days: Days; readonly log: SiteLog }

/** The records of the first draw that got its numbers by a round for want of which this one is void, or by a later one; if any. */
export async function drawnAnyway(place: Place, about: readonly Entry[]): Promise<ReadLog['byDraw']> {
  const ended = about.find(({ record }) => record.type === 'void')
  const schedule = about.find(({ record }) => record.type === 'schedule')?.record
  if (ended?.record.type !== 'void' || ended.record.body.reason !== 'beacon-unavailable') return new Map()
  const { drawId } = ended.record.body
  const slot = schedule?.type === 'schedule' && schedule.body.draws.find((draw) => draw.drawId === drawId)
  const day = parseDrawId(drawId)?.day
  if (!slot || !day) return new Map()
  const { rounds, days, log } = place
  await readRounds(rounds, log, { first: (await readDay(log.source, day)).first, last: ended.index })
  const chain = rounds.chains.get(schedule.body.beacon.chainHash)
  const other = chain?.highest.find(({ round }) => round >= slot.round)
  if (!other || other.index > ended.index) return new Map()
  const { byDraw } = await dayRecords(days, parseDrawId(other.drawId)!.day, log)
  return new Map([[other.drawId, byDraw.get(other.drawId) ?? []]])
}

/** Draws that are void for want of rounds come one after the other, so what was read for one is kept for the next. */
async function readRounds(rounds: Rounds, log: SiteLog, { first, last }: { first: number; last: number }) {
  if (first < rounds.first || first > rounds.end) Object.assign(rounds, { first, end: first, chains: new Map() })
  if (last < rounds.end) return
  const range = { first: rounds.end, last }
  for await (const tiles of readTiles(log, range)) {
    for (const entry of soundRecords(log, tiles, range)) addTo(rounds.chains, entry)
  }
  rounds.end = last + 1
}

function addTo(chains: Rounds['chains'], { record, index }: Entry): void {
  if (record.type === 'schedule') {
    const { beacon, draws } = record.body
    const chain = chains.get(beacon.chainHash) ?? { drawIds: new Set(), highest: [] }
    chains.set(beacon.chainHash, chain)
    for (const { drawId } of draws) if (parseDrawId(drawId)) chain.drawIds.add(drawId)
  }
  if (record.type !== 'result') return
  const { drawId, round } = record.body
  for (const { drawIds, highest } of chains.values()) {
    if (drawIds.has(drawId) && round > (highest.at(-1)?.round ?? -1)) highest.push({ drawId, index, round })
  }
}
