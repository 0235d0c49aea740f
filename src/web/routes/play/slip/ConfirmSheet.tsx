import { X } from 'lucide-react'
import { useState } from 'react'
import type { Bet, Selection } from '#core/games/bets'
import type { Cents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { oddsText } from '../../../i18n/odds.ts'
import { marketText, positionText, selectionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Countdown } from '../../../shell/draws/Countdown.tsx'
import { type Timed, phaseAt } from '../../../shell/draws/standing.ts'
import { useClock } from '../../../state/clock.ts'
import { RepeatOrderFields } from './RepeatOrderFields.tsx'
import { type figuresOf, repeatOrderTotal } from './figures.ts'
import type { usePurchase } from './purchase.ts'
import type { RepeatOrder, SentSlip } from './sent-slips.ts'

/** What a sheet shows: the current choice, or a slip that was sent, with its draw. */
type Shown = {
  readonly period: Timed & { readonly issue: string }
  readonly figures: Pick<ReturnType<typeof figuresOf>, 'bets' | 'lines' | 'total'>
}

type Props = {
  shown: Shown
  win: Cents | null
  /** Set for a slip that was sent and whose answer is not known. */
  sent: SentSlip | undefined
  sending: ReturnType<typeof usePurchase>['sending']
  onDrop: (bet: Selection) => void
  onConfirm: (repeatOrder: RepeatOrder | null) => void
  onClose: () => void
}

/** What will be bought, line by line, with the way to buy it on draws to come as well. */
export function ConfirmSheet({ shown: { period, figures }, win, sent, sending, onDrop, onConfirm, onClose }: Props) {
  const { t, locale } = useWords()
  const isOnline = useIsOnline()
  const [chosen, setChosen] = useState<RepeatOrder | null>(null)
  const repeatOrder = sent ? sent.repeatOrder : chosen
  const isBusy = sending.isPending
  // Asking for the answer is safe at any time: the key makes the call idempotent.
  const isUnknown = !!sent && !isBusy
  const isOpen = useClock((nowMs) => phaseAt(period, nowMs) === 'open')
  const total = repeatOrder ? repeatOrderTotal(figures.total, repeatOrder.periods) : figures.total
  return (
    <Sheet title={t(isUnknown ? 'play.unknownTitle' : 'play.confirm')} onClose={onClose}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm text-quiet tabular-nums">{t('draw.period', { issue: period.issue })}</span>
        <Countdown period={period} />
      </p>
      <ul className="-mx-4 max-h-[34dvh] divide-y divide-line overflow-y-auto border-y border-line px-4">
        {figures.bets.map((bet) => (
          <Line
            key={`${bet.market.code} ${bet.position} ${bet.key}`}
            bet={bet}
            onDrop={isBusy || sent ? null : onDrop}
          />
        ))}
      </ul>
      <RepeatOrderFields value={repeatOrder} onChange={setChosen} isDisabled={isBusy || !!sent} />
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        <dt className="text-quiet">{t('play.count')}</dt>
        <dd className="text-right">{figures.lines}</dd>
        <dt className="text-quiet">{t('play.winEach')}</dt>
        <dd className="text-right">{win === null ? '…' : <Amount value={win} locale={locale} />}</dd>
        <dt className="text-lg font-semibold">{t('play.total')}</dt>
        <dd className="text-right text-lg font-semibold">
          <Amount value={total} locale={locale} />
        </dd>
      </dl>
      {isUnknown && !sending.error ? (
        <p className="text-warning">{t('play.unknown', { issue: period.issue })}</p>
      ) : null}
      <Outcome of={sending} />
      {isOnline ? null : <p className="text-sm text-warning">{t('common.offline')}</p>}
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={isBusy || !isOnline || !(isOpen || isUnknown)} onClick={() => onConfirm(repeatOrder)}>
          {t(isUnknown ? 'common.retry' : isOpen || isBusy ? 'common.confirm' : 'play.closed')}
        </Button>
      </div>
    </Sheet>
  )
}

function Line({ bet, onDrop }: { bet: Bet; onDrop: ((bet: Selection) => void) | null }) {
  const { t, locale } = useWords()
  const what = selectionText(bet.key)
  return (
    <li className="flex items-center gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{what}</p>
        <p className="text-sm leading-snug text-quiet">
          {[marketText(bet.market), positionText(bet.market, bet.position)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p className="text-right text-sm leading-snug whitespace-nowrap tabular-nums">
        × {oddsText(bet.oddsHundredths)}
        <br />
        <span className="text-quiet">
          {bet.lines > 1 ? `${bet.lines} × ` : ''}
          <Amount value={bet.stakePerLine} locale={locale} />
        </span>
      </p>
      <button
        type="button"
        disabled={!onDrop}
        aria-label={`${t('common.remove')} ${what}`}
        className="-mr-3 flex size-11 shrink-0 items-center justify-center text-quiet"
        onClick={() => onDrop?.(bet)}
      >
        <X aria-hidden className="size-5" />
      </button>
    </li>
  )
}
