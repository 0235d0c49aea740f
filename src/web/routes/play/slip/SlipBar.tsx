import { Dices, Trash2 } from 'lucide-react'
import { Suspense, memo, useCallback } from 'react'
import type { Selection } from '#core/games/bets'
import type { GameCode } from '#core/games/catalogue'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { useWords } from '../../../i18n/words.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import type { GameDraws } from '../../../queries/draws.ts'
import { Beginnings } from './bar/Beginnings.tsx'
import { BuyButton } from './bar/BuyButton.tsx'
import { IconButton } from './bar/IconButton.tsx'
import { Lines } from './sheet/Lines.tsx'
import { SlipNews } from './SlipNews.tsx'
import { SlipSheet } from './sheet/SlipSheet.tsx'
import { SlipSum } from './bar/SlipSum.tsx'
import { type Change, nothing } from './choice.ts'
import { StakeRow } from './stake/StakeRow.tsx'
import { useSlip } from './use-slip.ts'
import { useIsWide } from './bar/wide.ts'

const PushOffer = lazyAgain(async () => (await import('../../../shell/push/PushOffer.tsx')).PushOffer)

type Props = {
  game: GameCode
  period: GameDraws['period']
  isStopped: boolean
  selections: readonly Selection[]
  onChange: (change: Change) => void
  /** Chooses something of what the board shows by chance. */
  onRoll: () => void
  /** Whether chance chose what is chosen now. */
  isRolled: boolean
}

/**
 * The slip at the lower edge, or beside a board that leaves room for it: quick picks while nothing is chosen; then the stake, and what
 * it costs, can win and how long it can be bought on one button.
 */
export const SlipBar = memo(function SlipBar(props: Props) {
  const { game, period, isStopped, selections, onChange, onRoll, isRolled } = props
  const { t } = useWords()
  const isWide = useIsWide()
  const slip = useSlip({ game, period, selections, onChange })
  const { stake, setStake, range, figures, win, shownWin, problem, sending, waiting, refused, shown } = slip
  const { close } = slip
  const drop = useCallback((bet: Selection) => onChange({ do: 'drop', bet }), [onChange])
  const stakeRow = (extra: boolean) => (
    <StakeRow value={stake} onChange={setStake} isWrong={!!problem} range={range}>
      {extra && isRolled ? <IconButton label={t('play.roll')} Icon={Dices} onClick={onRoll} /> : null}
    </StakeRow>
  )
  const isSheetOpen = slip.isOpen && shown !== null
  return (
    <aside
      aria-label={t('play.slip')}
      className="sticky bottom-0 z-20 flex max-h-[58dvh] flex-col gap-1.5 overflow-y-auto border-t border-line bg-raised px-4 pt-1.5 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-[0_-6px_20px_rgb(0_0_0/0.08)] wide:bottom-4 wide:max-h-[70dvh] wide:rounded-card wide:border wide:py-3"
    >
      {isSheetOpen ? null : <SlipNews {...{ waiting, refused, sending }} onAsk={slip.open} />}
      <ErrorBoundary fallback={null}>
        <Suspense>{slip.hasBought && selections.length === 0 ? <PushOffer /> : null}</Suspense>
      </ErrorBoundary>
      {selections.length > 0 ? (
        <>
          {isWide && figures ? <Lines bets={figures.bets} onDrop={drop} /> : null}
          <SlipSum game={game} selections={selections} stake={slip.amount} figures={figures} problem={problem}>
            <IconButton
              label={t('play.removeAll')}
              Icon={Trash2}
              onClick={() => onChange({ do: 'replace', choice: nothing })}
            />
          </SlipSum>
          {stakeRow(true)}
          <BuyButton
            period={period}
            isStopped={isStopped}
            total={slip.amount === null ? null : (figures?.total ?? null)}
            win={win}
            onClick={slip.open}
          />
        </>
      ) : (
        <Beginnings {...{ game, period, onChange, onRoll }} again={slip.again} />
      )}
      {isSheetOpen ? (
        <SlipSheet
          {...{ shown, problem, sending }}
          win={shownWin}
          sent={waiting}
          onDrop={drop}
          onConfirm={(repeatOrder) =>
            waiting ? slip.askAgain() : slip.buy({ period: period!, bets: figures!.bets, repeatOrder })
          }
          onClose={close}
        >
          {stakeRow(false)}
        </SlipSheet>
      ) : null}
    </aside>
  )
})
