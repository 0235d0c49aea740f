import { gameFamilies } from '../../games/game-families.ts'
import { commitOf, kindOfFamily } from '../numbers.ts'
import type { DrawCase } from './draw-case.ts'
import { fail, notChecked, pass, type Finding } from './finding.ts'

/** Step 9: the secret opened at close is the one locked in before betting. */
export function commitmentOpens({ slot, close }: DrawCase): Finding {
  if (!slot) return notChecked('no-schedule')
  if (!close) return notChecked('no-close')
  return commitOf({ drawId: slot.drawId, secret: close.record.body.secret }) === slot.commit
    ? pass()
    : fail('commit-differs')
}

/** Step 10: the beacon is genuine, its randomness is its hash, and the relays tell the same. */
export function beaconGenuine({ result, beacon, own, ended }: DrawCase): Finding {
  if (!result) return ended ? endedWithout(ended.record.type) : notChecked('no-result')
  if (!beacon) return notChecked('no-chain')
  if (!beacon.ok) return fail(beacon.reason)
  const { round, randomness, signature } = result.record.body
  if (randomness !== beacon.randomness) return fail('randomness-differs')
  const other = own.relayed.find((relayed) => relayed.round !== round || relayed.signature !== signature)
  return other ? fail('relay-differs', { signature: other.signature }) : pass({ round, relays: own.relayed.length })
}

/** Step 11: seed and outcome, recomputed. */
export function outcomeRecomputes({ schedule, result, numbers, all, ended }: DrawCase): Finding {
  if (!result) return ended ? endedWithout(ended.record.type) : notChecked('no-result')
  if (!numbers || !schedule) return notChecked('no-outcome')
  const { game, kind } = schedule.record.body
  const family = Object.hasOwn(gameFamilies, game) && gameFamilies[game as keyof typeof gameFamilies]
  if (!family || kindOfFamily[family] !== kind) return fail('kind-differs', { game, kind })
  if (result.record.body.seed !== numbers.seed) return fail('seed-differs')
  const expected = numbers.outcome.join(' ')
  const found = result.record.body.outcome.join(' ')
  return expected === found
    ? pass({ outcome: expected })
    : fail('outcome-differs', { expected, found, corrections: all.correction.length })
}

/** The finding of a step about numbers where none were drawn. */
export function endedWithout(type: 'void' | 'cancel' | 'skip'): Finding {
  return notChecked(`draw-${type}`)
}
