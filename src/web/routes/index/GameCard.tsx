import { memo } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { DrawResult } from '#ui/DrawResult'
import { useWords } from '../../i18n/words.ts'
import type { GameDraws } from '../../queries/draws.ts'
import { Link } from '../../shell/Link.tsx'
import { Countdown } from '../../shell/draws/Countdown.tsx'
import { Ring } from '../../shell/draws/Ring.tsx'
import { familyOfGame, gamePath } from '../../shell/draws/game-pages.ts'
import { isLate, pendingDraw } from '../../shell/draws/standing.ts'
import { serverNow, useClock } from '../../state/clock.ts'

/** The family of one game stands alone in its row. */
const aloneLook = 'col-span-2 md:col-span-1'

type Props = { code: GameCode; draws: GameDraws | undefined }

/** A game at a glance. Every line has its place before its answer is there. Drawn anew only when its own game changes. */
export const GameCard = memo(function GameCard({ code, draws }: Props) {
  const { t } = useWords()
  const family = familyOfGame(code)
  return (
    <li className={family === 'x11_5' ? aloneLook : ''} data-game={code}>
      <Link to={gamePath(code)} className="flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card">
        <span className="relative block h-18.5">
          <img src={`/games/${code}.svg`} alt="" className="size-full object-cover dark:brightness-85" />
          <span className="absolute top-2 right-2 flex min-h-6 items-center gap-1 rounded-full bg-surface px-2 text-sm leading-6">
            {draws?.period ? <TimeLeft period={draws.period} /> : null}
          </span>
        </span>
        <span className="flex flex-1 flex-col gap-1 px-3 pt-2 pb-3">
          <span className="leading-snug font-semibold">{t(`game.${code}`)}</span>
          <span className="mt-auto min-h-4 text-xs leading-[1.35] text-quiet tabular-nums">
            {draws?.period ? t('draw.period', { issue: draws.period.issue }) : null}
          </span>
          <span className={`flex flex-wrap items-center gap-1.5 ${family === 'pk10' ? 'min-h-11.5' : 'min-h-5'}`}>
            {draws ? <Last draws={draws} /> : null}
          </span>
        </span>
      </Link>
    </li>
  )
})

function TimeLeft({ period }: { period: NonNullable<GameDraws['period']> }) {
  const { opensAt, closesAt } = period
  const share = useClock((nowMs) =>
    nowMs < opensAt ? 0 : Math.ceil(((closesAt - nowMs) / (closesAt - opensAt)) * 50) / 50,
  )
  return (
    <>
      {share > 0 ? <Ring share={share} className="size-3.5 text-quiet" /> : null}
      <Countdown period={period} />
    </>
  )
}

/** By the phone's clock. A format of the browser's own would take a small phone a tenth of a second to make. */
function hourText(ms: number): string {
  const at = new Date(ms)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The latest draw under its own number: its numbers, or that they are still to come. */
function Last({ draws }: { draws: GameDraws }) {
  const { t } = useWords()
  const standing = useClock((nowMs) => {
    const pending = pendingDraw(draws, nowMs)
    return pending ? `${isLate(pending, nowMs) ? 'late' : 'drawing'} ${pending.issue}` : ''
  })
  const [state, issue = draws.last?.issue ?? ''] = standing.split(' ')
  const { last, period } = draws
  if (!last)
    return period ? (
      <span className="text-xs text-quiet">{t('home.first', { time: hourText(period.drawsAt) })}</span>
    ) : null
  return (
    <>
      {state || !last.outcome ? (
        <span className="text-xs text-quiet">
          {t(
            `draw.${state === 'late' ? 'delayed' : state ? 'drawing' : last.status === 'cancelled' ? 'cancelled' : 'void'}`,
          )}
        </span>
      ) : (
        <span key={last.drawId} className={`max-w-30 ${serverNow() - last.endedAt < 3_000 ? 'arriving' : ''}`}>
          <DrawResult family={familyOfGame(draws.game)} outcome={last.outcome} size="small" />
        </span>
      )}
      <span className="text-xs text-quiet tabular-nums">{issue.slice(8)}</span>
    </>
  )
}
