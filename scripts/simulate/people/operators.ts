import { consoleApi } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { OperatorRole } from '#contract/ops'
import { rolesWith } from '#server/services/calls/capabilities'
import { weighted } from '../world/dice.ts'
import { type Fields, inputFor } from './inputs.ts'
import type { Person, World } from './person.ts'

type ConsoleName = keyof typeof consoleApi

const weights: Partial<Record<ConsoleName, number>> = {
  'players.set-status': 24,
  'game-stops.stop': 3,
  'game-stops.lift': 8,
  'ops.draws.cancel': 5,
  'settings.propose': 6,
  'proposals.approve': 12,
  'money-stops.stop': 1,
  // Whoever decides the last cases must not be dismissed before.
  'operators.dismiss': 0,
  'operators.set-role': 0,
  'operators.recover': 0,
}

const readWeight = 2
const writeWeight = 2

/** The calls of a role, and now and then one that it may not make. */
function callsOf(role: OperatorRole): Record<ConsoleName, number> {
  return Object.fromEntries(
    Object.entries<Endpoint>(consoleApi).map(([name, call]) => {
      const weight = weights[name as ConsoleName] ?? (call.method === 'GET' ? readWeight : writeWeight)
      const isAllowed = !call.can || rolesWith(call.can).includes(role)
      return [name, isAllowed ? weight * 8 : Math.min(weight, 1)]
    }),
  ) as Record<ConsoleName, number>
}

type Queue = { items: { id: string; amount: string; needsTwo?: boolean; agreedBy?: string | null }[] }

/** Decides cases of one kind as a reviewer and as finance do; refusals are part of it. */
export async function decideCases(
  person: Person,
  role: OperatorRole,
  kind: 'deposits' | 'withdrawals',
): Promise<number> {
  const { dice } = person
  const listed = await person.call(`ops.${kind}.list`, {})
  const { items } = (listed.outcome === 'ok' ? listed.answer : { items: [] }) as Queue
  if (items.length === 0) return 0
  const { id, amount, needsTwo } = dice.pick(items)
  const taken = await person.call(`ops.${kind}.take`, { id })
  if (taken.outcome !== 'ok') return items.length
  if (dice.chance(1, 4)) await rejectCase(person, kind, id)
  else if (role === 'reviewer' || (needsTwo && dice.chance(1, 2)))
    await person.call(`ops.${kind}.agree`, kind === 'deposits' ? { id, received: amount } : { id })
  else {
    const form = passForm(person, kind, amount)
    // Now and then the button is pressed twice.
    const presses = dice.chance(1, 4) ? 2 : 1
    await Promise.all(Array.from({ length: presses }, () => person.call(`ops.${kind}.pass`, { id, ...form })))
  }
  return items.length
}

function rejectCase(person: Person, kind: 'deposits' | 'withdrawals', id: string) {
  return person.call(`ops.${kind}.reject`, { id, reason: 'other', text: 'the papers do not fit' })
}

function passForm({ dice }: Person, kind: 'deposits' | 'withdrawals', amount: string): Fields {
  return kind === 'deposits' ? { received: amount } : { payoutReference: Buffer.from(dice.bytes(16)).toString('hex') }
}

/** Works at the desk until `isOver`. */
export async function work(
  person: Person,
  world: World,
  { role, isOver }: { role: OperatorRole; isOver(): boolean },
): Promise<void> {
  const { time, ids } = world
  const { dice } = person
  const calls = callsOf(role)
  while (!isOver()) {
    await time.sleep(dice.below(20_000))
    if ((role === 'finance' || role === 'reviewer') && dice.chance(1, 2)) {
      await decideCases(person, role, dice.pick(['deposits', 'withdrawals']))
      continue
    }
    const name = weighted(dice, calls)
    await person.call(name, inputFor(consoleApi[name], dice, ids))
  }
}
