import { randomUUID } from 'node:crypto'
import type { SignalRule } from '#core/signals/rules'
import { recordSignal } from '../../features/signals/record-signal.ts'
import type { Finding } from '../../features/signals/rule.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import type { House } from '../open-house.ts'
import type { Step } from '../requests/console-steps.ts'

type Given = Partial<Finding> & { readonly rule?: SignalRule; readonly playerIds: readonly string[] }

/** Records a signal as if a rule had just found it, and returns the id of its case. */
export async function signalAbout({ app }: Pick<House, 'app'>, { rule = 'wallet', ...given }: Given): Promise<string> {
  const finding = {
    fact: randomUUID(),
    facts: { kind: 'digital', accounts: '3' },
    at: new Date(app.clock.nowMs()),
    ...given,
  }
  const { signals } = await currentSettings(app.db.query, app.clock.nowMs())
  await recordSignal(app, { rule, finding, signals })
  const { case_id } = await app.db.query
    .selectFrom('signal')
    .select('case_id')
    .where('fact', '=', finding.fact)
    .where('rule', '=', rule)
    .executeTakeFirstOrThrow()
  return case_id
}

/** Everything that an operator can do with a case. */
export async function signalSteps(house: House): Promise<Step[]> {
  const { id: playerId } = await house.player()
  const id = await signalAbout(house, { playerIds: [playerId] })
  const text = 'to see whether it is noted'
  const seen = { signals: 1, holds: 0 }
  const later = new Date(house.clock.nowMs() + 24 * 3_600_000).toISOString()
  return [
    ['ops.signals.score', () => ({ id: playerId })],
    ['ops.signals.view', () => ({ id })],
    ['ops.signals.take', () => ({ id, from: null })],
    ['ops.signals.note', () => ({ id, text })],
    ['ops.signals.wait', () => ({ id, seen, text, dueAt: later })],
    ['ops.signals.resume', () => ({ id })],
    ['ops.signals.looked', () => ({ id, seen, text })],
    ['ops.signals.hand-over', () => ({ id, account: null })],
    ['ops.signals.take', () => ({ id, from: null })],
    ['ops.signals.close', () => ({ id, seen, text, conclusion: 'explained' })],
  ]
}
