import type { GameCode } from '#core/games/catalogue'
import { DrawResult } from '#ui/DrawResult'
import { GameMark } from '#ui/GameMark'
import { useWords } from '../../i18n/words.ts'
import type { GameDraws } from '../../queries/draws.ts'
import { Link } from '../../shell/Link.tsx'
import { Countdown } from '../../shell/draws/Countdown.tsx'
import { gameMarks } from '../../shell/draws/game-marks.ts'
import { familyOfGame, gamePath } from '../../shell/draws/game-pages.ts'
import { isLate, pendingDraw } from '../../shell/draws/standing.ts'
import { useClock } from '../../state/clock.ts'

/** A game at a glance. Every line has its place before its answer is there. */
export function GameRow({ code, draws }: { code: GameCode; draws: GameDraws | undefined }) {
  const { t } = useWords()
  return (
    <li>
      <Link
        to={gamePath(code)}
        className="flex min-h-23 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2"
      >
        <GameMark name={gameMarks[code]} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-2">
            <span className="min-w-0 leading-snug font-semibold">{t(`game.${code}`)}</span>
            <span className="ml-auto min-h-6">{draws?.period ? <Countdown period={draws.period} /> : null}</span>
          </span>
          <span className="min-h-4 text-xs leading-[1.35] text-quiet tabular-nums">
            {draws?.period ? t('draw.period', { issue: draws.period.issue }) : null}
          </span>
          <span className="flex min-h-5 items-center gap-1.5">{draws ? <Last draws={draws} /> : null}</span>
        </span>
      </Link>
    </li>
  )
}

/** The latest draw under its own number: its numbers, or that they are still to come. */
function Last({ draws }: { draws: GameDraws }) {
  const { t } = useWords()
  const standing = useClock((nowMs) => {
    const pending = pendingDraw(draws, nowMs)
    return pending ? `${isLate(pending, nowMs) ? 'late' : 'drawing'} ${pending.issue}` : ''
  })
  const [state, issue = draws.last?.issue ?? ''] = standing.split(' ')
  const { last } = draws
  if (!last) return null
  return (
    <>
      {state || !last.outcome ? (
        <span className="text-xs text-quiet">
          {t(
            `draw.${state === 'late' ? 'delayed' : state ? 'drawing' : last.status === 'cancelled' ? 'cancelled' : 'void'}`,
          )}
        </span>
      ) : (
        <DrawResult family={familyOfGame(draws.game)} outcome={last.outcome} size="small" />
      )}
      <span className="text-xs text-quiet tabular-nums">{issue.slice(8)}</span>
    </>
  )
}
