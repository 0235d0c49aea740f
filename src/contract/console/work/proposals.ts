import type { MoneySettingName } from '#core/rules/money/settings'
import type { Input } from '../../endpoint.ts'
import type { OperatorRole } from '../../ops.ts'
import type { proposeCancel } from '../games.ts'
import type { publishReceiving } from '../receiving.ts'

/**
 * What each kind of proposal would change, as it is stored when it is made. The second person decides by what the console shows of it: a
 * test there fails for a field that is not shown.
 */
export type ProposalContents = {
  'settings.change': {
    readonly name: MoneySettingName
    readonly value: string
    readonly effectiveAtMs: number | null
  }
  'countries.change': {
    readonly countries: readonly string[]
    readonly isServed: boolean
    readonly effectiveAtMs: number | null
  }
  'receiving.publish': Input<typeof publishReceiving>
  'receiving.retire': { readonly id: string }
  /** Player and amount, so that the approver need not look them up. */
  'deposits.reverse': { readonly id: string; readonly playerId: string; readonly received: string }
  'draws.cancel': Pick<Input<typeof proposeCancel>, 'drawId' | 'why'>
  'operators.invite': {
    readonly account: string
    readonly name: string
    readonly email: string
    readonly role: OperatorRole
  }
  'operators.set-role': { readonly operatorId: string; readonly from: string; readonly role: OperatorRole }
  'operators.recover': { readonly operatorId: string }
}
