import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import type { Selection } from '#core/games/bets'
import type { GameCode } from '#core/games/catalogue'
import type { Cents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { Button, buttonClass } from '#ui/Button'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { Link } from '../../../shell/Link.tsx'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Countdown } from '../../../shell/draws/Countdown.tsx'
import { phaseAt } from '../../../shell/draws/standing.ts'
import { usePlace } from '../../../shell/navigation.ts'
import { useClock } from '../../../state/clock.ts'
import { readField, fieldText } from '../../pay/amount-field.ts'
import type { Page } from '../board/Board.tsx'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { SlipNews } from './SlipNews.tsx'
import { StakeField } from './StakeField.tsx'
import { useLatestBets } from './latest-bets.ts'
import { type Change, choiceOf, nothing, quickPick } from './choice.ts'
import { betsMost, figuresOf, lineCount } from './figures.ts'
import { useMostPaid } from './most-paid.ts'
import { usePurchase } from './purchase.ts'
import { isChosen, shownSlip } from './sent-slips.ts'

type Props = {
  game: GameCode
  /** The part of the board that is shown; quick picks choose from it. */
  page: Page
  period: GameDraws['period']
  isStopped: boolean
  selections: readonly Selection[]
  onChange: (change: Change) => void
  stake: string
  onStake: (stake: string) => void
}

/**
 * The slip at the lower edge: quick picks while nothing is chosen; then stake, total, time left and the button.
 */
export const SlipBar = memo(function SlipBar(props: Props) {
  const { game, page, period, isStopped, selections, onChange, stake, onStake } = props
  const { t, refusal } = useWords()
  const isOpen = useClock((nowMs) => period !== null && phaseAt(period, nowMs) === 'open')
  const [isAsked, setAsked] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const amount = readField(stake)
  const taken = period?.stakes
  const figures = useMemo(
    () => (amount !== null && selections.length > 0 && taken ? figuresOf(selections, amount, taken) : null),
    [selections, amount, taken],
  )
  const { sending, buy, askAgain, waiting } = usePurchase(game, {
    onBought: (slip) => {
      toast(t('success.purchased'))
      setConfirming(false)
      // Something else may have been chosen since a slip without an answer was sent.
      if (!isChosen(slip, selections)) return
      setAsked(false)
      onChange({ do: 'replace', choice: nothing })
    },
    onRefused: (slip) => isChosen(slip, selections) || setConfirming(false),
  })
  const sent = useMemo(() => (waiting ? shownSlip(waiting) : null), [waiting])
  const shown = sent ?? (period && figures ? { period, figures } : null)
  const win = useMostPaid((sent?.figures ?? figures)?.bets ?? null)
  const again = useLatestBets(game, (bets) => {
    onChange({ do: 'replace', choice: choiceOf(bets) })
    onStake(fieldText(bets[0]!.stakePerLine))
  })
  const problem = !figures
    ? isAsked && selections.length > 0 && t('play.enterAmount')
    : selections.length > betsMost
      ? t('play.tooMany', { max: betsMost })
      : figures.problem && refusal(figures.problem.code, figures.problem.facts)
  const ask = () => {
    setAsked(true)
    if (waiting) return setConfirming(true)
    if (!figures || problem) return
    sending.reset()
    setConfirming(true)
  }
  return (
    <aside
      aria-label={t('play.slip')}
      className="sticky bottom-0 z-20 flex max-h-[55dvh] flex-col gap-2 overflow-y-auto border-t border-line bg-raised px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-[0_-6px_20px_rgb(0_0_0/0.08)]"
    >
      {isConfirming && shown ? null : (
        <SlipNews waiting={waiting} sending={sending} onAsk={() => setConfirming(true)} />
      )}
      {selections.length > 0 ? (
        <>
          <StakeField value={stake} onChange={onStake} isWrong={!!problem} />
          <Sum lines={lineCount(selections)} stake={amount} figures={figures} win={win} problem={problem || null} />
        </>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {/* Where there is little height, the head of the page is enough to tell it until something is chosen. */}
        <span
          className={`min-w-16 text-xl short:min-w-0 short:text-base ${selections.length > 0 ? '' : 'short:hidden'}`}
        >
          {period ? <Countdown period={period} /> : null}
        </span>
        {selections.length > 0 ? (
          <>
            <MainButton isOpen={isOpen && !isStopped} onClick={ask} />
            <button
              type="button"
              className="min-h-11 px-1 text-sm font-semibold text-brand"
              onClick={() => onChange({ do: 'replace', choice: nothing })}
            >
              {t('play.removeAll')}
            </button>
          </>
        ) : (
          <>
            <Button
              look="quiet"
              className="grow basis-[6em] text-sm"
              onClick={() => onChange({ do: 'replace', choice: quickPick(page.markets, page.position) })}
            >
              {t('play.quickPick')}
            </Button>
            {again ? (
              <Button look="quiet" className="grow basis-[6em] text-sm" onClick={again}>
                {t('play.again')}
              </Button>
            ) : null}
          </>
        )}
      </div>
      {isConfirming && shown ? (
        <ConfirmSheet
          shown={shown}
          win={win}
          sent={waiting}
          sending={sending}
          onDrop={(bet) => onChange({ do: 'drop', bet })}
          onConfirm={(repeatOrder) =>
            waiting ? askAgain() : buy({ period: period!, bets: figures!.bets, repeatOrder })
          }
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </aside>
  )
})

/** What stands in the way stands on the button: nobody signed in, no connection, closed. */
function MainButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const { t } = useWords()
  const { path, search } = usePlace()
  const isOnline = useIsOnline()
  const { data: me } = useQuery(meQuery)
  if (me === null)
    return (
      <Link to={`/account/login?next=${encodeURIComponent(path + search)}`} className={`${buttonClass('brand')} grow`}>
        {t('play.loginToBet')}
      </Link>
    )
  return (
    <Button className="grow" disabled={!isOpen || !isOnline || !me} onClick={onClick}>
      {t(isOpen ? 'play.bet' : 'play.closed')}
    </Button>
  )
}

type SumProps = {
  lines: number
  stake: Cents | null
  figures: ReturnType<typeof figuresOf> | null
  win: Cents | null
  problem: string | null
}

/** Lines × stake = total and the possible win, or what is wrong with the stake, in the same place. */
function Sum({ lines, stake, figures, win, problem }: SumProps) {
  const { t, locale } = useWords()
  return (
    <output className="flex min-h-6 flex-wrap justify-between gap-x-3 text-sm tabular-nums">
      {problem ? (
        <span className="text-danger">{problem}</span>
      ) : (
        <>
          <span>
            {t('play.lines', { count: lines })}
            {stake !== null && figures ? (
              <>
                {' × '}
                <Amount value={stake} locale={locale} /> ={' '}
                <strong>
                  <Amount value={figures.total} locale={locale} />
                </strong>
              </>
            ) : null}
          </span>
          {figures ? (
            <span className="text-quiet">
              {t('play.win')} {win === null ? '…' : <Amount value={win} locale={locale} />}
            </span>
          ) : null}
        </>
      )}
    </output>
  )
}
