import type { SignalRule } from '#core/signals/rules'
import type { Rule } from './rule.ts'
import { countryRule, deviceRule } from './rule-log-ins.ts'
import { partsRule } from './rule-parts.ts'
import { sidesRule } from './rule-sides.ts'
import { unplayedRule } from './rule-unplayed.ts'
import { walletRule } from './rule-wallet.ts'

/** How each rule finds what it looks for. */
export const rules: Readonly<Record<SignalRule, Rule>> = {
  wallet: walletRule,
  unplayed: unplayedRule,
  sides: sidesRule,
  parts: partsRule,
  device: deviceRule,
  country: countryRule,
}
