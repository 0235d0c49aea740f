import { type Key, useWords } from '../../../i18n/words.ts'
import type { ShownBet } from '../../../queries/bets.ts'

const states: Record<ShownBet['state'], Key> = {
  betting: 'orders.oneBetting',
  pending: 'orders.onePending',
  completed: 'orders.oneCompleted',
}
const outcomes: Record<NonNullable<ShownBet['outcome']>, Key> = {
  win: 'orders.win',
  lose: 'orders.lose',
  push: 'orders.push',
  void: 'orders.void',
}
const looks = {
  betting: 'bg-brand-soft text-brand',
  pending: 'bg-warning-soft text-warning',
  win: 'bg-brand text-brand-text',
  lose: 'bg-background text-quiet',
  push: 'bg-warning-soft text-warning',
  void: 'bg-warning-soft text-warning',
}

/** Where a bet stands, and once it is settled, how it came out. A loss is told as plainly as a win. */
export function BetStatus({ bet: { state, outcome } }: { bet: Pick<ShownBet, 'state' | 'outcome'> }) {
  const { t } = useWords()
  const isOver = state === 'completed' && outcome !== null
  const look = isOver ? looks[outcome] : looks[state === 'betting' ? 'betting' : 'pending']
  return (
    <span className={`inline-block rounded-full px-2.5 py-0.5 text-xs leading-[1.65] font-semibold ${look}`}>
      {t(isOver ? outcomes[outcome] : states[state])}
    </span>
  )
}
