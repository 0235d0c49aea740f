import { randomUUID } from 'node:crypto'
import type { App } from '#server/world/app'
import { signBatch } from '#server/features/bets/receipts'
import { benchDraw, someBet } from '../bet-house.ts'
import type { Report } from '../figure.ts'

/** The processor time of receipts: one signature serves a whole batch. */
export function receipts(app: App, { figure }: Pick<Report, 'figure'>): void {
  const alone = receiptMicros(app, 1)
  figure({ name: 'processor time of a receipt, alone', value: alone, unit: 'µs' })
  for (const size of [8, 32, 256])
    figure({
      name: `processor time of a receipt, ${size} at once`,
      value: receiptMicros(app, size),
      unit: 'µs',
      against: { name: 'alone', value: alone },
      ...(size === 256 && { goal: { most: 0.2 } }),
    })
}

/** Signing, hashing and writing the receipts of batches of this size, for each bet. */
function receiptMicros(app: App, size: number): number {
  const head = { size: 1_000_000, root: Buffer.alloc(32) }
  const atMs = Date.now()
  const batchOf = (first: number) => ({
    id: randomUUID(),
    atMs,
    head,
    bets: Array.from({ length: size }, (_, at) => ({
      drawId: benchDraw,
      seq: first + at,
      bet: someBet(first + at),
      atMs,
      salt: randomUUID(),
    })),
  })
  const batches = Array.from({ length: Math.ceil(20_000 / size) }, (_, at) => batchOf(at * size))
  for (const batch of batches.slice(0, 50)) signBatch(app, batch)
  const before = process.cpuUsage()
  for (const batch of batches) signBatch(app, batch)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (batches.length * size)
}
