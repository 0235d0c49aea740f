import { rm } from 'node:fs/promises'
import type { Row } from '../row.ts'
import { Answers } from '../spenders.ts'
import { promoteBehind } from './asynchronous.ts'
import { openHouse } from './house.ts'
import { removeMachines } from './machines.ts'
import { type Round, failOver, kinds, rowOf } from './rounds.ts'

const players = 3

/** Failovers under load, the four kinds in turn, and then one to a standby that is behind. */
export async function failover(rounds: number): Promise<Row[]> {
  const house = await openHouse(players)
  const rows: Row[] = []
  try {
    const answers = new Answers()
    const done: Round[] = []
    for (let at = 0; at < rounds; at++) {
      const round = await failOver(house, kinds[at % kinds.length]!, answers)
      done.push(round)
      const { kind, backMs, lost, doubled, faults } = round
      const found = `lost ${lost}, doubled ${doubled}, faults ${faults}`
      console.log(`${at + 1} of ${rounds}: ${kind.what}; back after ${(backMs / 1000).toFixed(1)} s, ${found}`)
    }
    rows.push(...kinds.flatMap((kind) => rowOf(kind, done) ?? []))
    console.log(`${answers.accepted.length} spends were acknowledged in all rounds`)
    rows.push(await promoteBehind(house, answers))
    return rows
  } finally {
    await removeMachines()
    if (rows.length > 0 && rows.every(({ holds }) => holds)) await rm(house.folder, { recursive: true })
    else console.error(`The logs are kept in ${house.folder}`)
  }
}
