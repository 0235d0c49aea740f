import { type ReactNode, useState } from 'react'
import type { Selection } from '#core/games/bets'
import type { Cents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { useWords } from '../../../../i18n/words.ts'
import { useIsOnline } from '../../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../../shell/Outcome.tsx'
import { Countdown } from '../../../../shell/draws/Countdown.tsx'
import { type Timed, phaseAt } from '../../../../shell/draws/standing.ts'
import { useClock } from '../../../../state/clock.ts'
import { Lines } from './Lines.tsx'
import { RepeatOrderFields } from './RepeatOrderFields.tsx'
import { LastSeconds } from '../bar/TimeLeft.tsx'
import { type figuresOf, repeatOrderTotal } from '../figures.ts'
import type { usePurchase } from '../purchase.ts'
import type { RepeatOrder, SentSlip } from '../sent-slips.ts'

/** What a sheet shows: the current choice, or a slip that was sent, with its draw. */
type Shown = {
  readonly period: Timed & { readonly issue: string }
  readonly figures: Pick<ReturnType<typeof figuresOf>, 'bets' | 'lines' | 'total'>
}

type Props = {
  shown: Shown
  win: Cents | null
  /** What is wrong with the stake. */
  problem: string | null
  /** Set for a slip that was sent and whose answer is not known. */
  sent: SentSlip | undefined
  sending: ReturnType<typeof usePurchase>['sending']
  onDrop: (bet: Selection) => void
  onConfirm: (repeatOrder: RepeatOrder | null) => void
  onClose: () => void
  /** Where the stake is changed. */
  children: ReactNode
}

/** The slip: what will be bought, line by line, at what stake, also on draws to come; and the button that buys it. */
export function SlipSheet({ shown, win, problem, sent, sending, onDrop, onConfirm, onClose, children }: Props) {
  const { period, figures } = shown
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
      <Lines bets={figures.bets} onDrop={isBusy || sent ? null : onDrop} />
      {isBusy || sent ? null : children}
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
      {problem && !sent ? <p className="text-sm text-danger">{problem}</p> : null}
      {isUnknown && !sending.error ? (
        <p className="text-warning">{t('play.unknown', { issue: period.issue })}</p>
      ) : null}
      <Outcome of={sending} />
      {isOnline ? null : <p className="text-sm text-warning">{t('common.offline')}</p>}
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          className="relative"
          disabled={isBusy || !isOnline || !(isOpen || isUnknown) || (!sent && !!problem)}
          onClick={() => onConfirm(repeatOrder)}
        >
          {t(isUnknown ? 'common.retry' : isOpen || isBusy ? 'common.confirm' : 'play.closed')}
          {isOpen && !sent ? <LastSeconds closesAt={period.closesAt} /> : null}
        </Button>
      </div>
    </Sheet>
  )
}
