import type { Game, GameCode } from '#core/games/catalogue'
import { findPeriod } from '#core/periods/schedule'
import { exactTimeText } from '#core/writing/time-text'
import { DrawResult } from '#ui/DrawResult'
import { GameMark } from '#ui/GameMark'
import { useWords } from '../../../i18n/words.ts'
import { gameMarks } from '../../../shell/draws/game-marks.ts'

type Props = { drawId: string; game: Game & { code: GameCode }; outcome: readonly number[] | null }

/** Which draw this is about, and the numbers as they were recalculated here. */
export function DrawHead({ drawId, game, outcome }: Props) {
  const { t, locale } = useWords()
  const period = findPeriod(drawId)
  return (
    <header className="flex flex-col items-center gap-3 rounded-card bg-surface shadow-card p-4 text-center">
      <div className="flex items-center gap-3 self-stretch text-left">
        <GameMark name={gameMarks[game.code]} />
        <div className="min-w-0">
          <h2 className="text-lg leading-snug font-semibold">{t(`game.${game.code}`)}</h2>
          <p className="text-sm text-quiet tabular-nums">
            {t('orders.period')} {period?.issue ?? drawId}
            {period ? ` · ${exactTimeText(period.drawsAtMs, locale)}` : null}
          </p>
        </div>
      </div>
      <p className="flex min-h-11 items-center justify-center">
        {outcome ? <DrawResult family={game.family} outcome={outcome} size="large" /> : null}
      </p>
    </header>
  )
}
