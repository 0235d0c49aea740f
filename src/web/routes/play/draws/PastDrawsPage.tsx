import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Fragment } from 'react'
import type { Family } from '#core/games/catalogue'
import { exactTimeText } from '#core/writing/time-text'
import { DrawResult } from '#ui/DrawResult'
import { useWords } from '../../../i18n/words.ts'
import { type PastDraw, pastDrawsQuery } from '../../../queries/past-draws.ts'
import { Link } from '../../../shell/Link.tsx'
import { GamePicker, useGame } from '../../../shell/draws/GamePicker.tsx'
import { Refresh } from '../../../shell/lists/Refresh.tsx'
import { Pages } from '../../pay/Pages.tsx'
import { AboutGame } from '../AboutGame.tsx'
import { NotDrawn } from '../NotDrawn.tsx'

export function PastDrawsPage() {
  const { t } = useWords()
  const game = useGame()
  const listed = useInfiniteQuery(pastDrawsQuery(game.code))
  return (
    <main className="flex flex-1 flex-col gap-3 p-4 pb-8">
      <GamePicker game={game.code} />
      <AboutGame game={game.code} here="/play/draws" />
      <Refresh of={listed} />
      <Pages of={listed} empty={<NotDrawn game={game.code} picture="draws" />}>
        {(draw) => (
          <Fragment key={draw.drawId}>
            {draw.notHeld > 0 ? (
              <li className="bg-background/60 px-4 py-2 text-sm text-quiet">
                {t('past.notHeld', { count: draw.notHeld })}
              </li>
            ) : null}
            <DrawRow draw={draw} family={game.family} />
          </Fragment>
        )}
      </Pages>
    </main>
  )
}

/** One draw: its numbers, and the mark that leads to its proof. */
function DrawRow({ draw, family }: { draw: PastDraw; family: Family }) {
  const { t, locale } = useWords()
  return (
    <li>
      <Link to={`/fair/${draw.drawId}`} className="flex min-h-18 items-center gap-3 px-4 py-3">
        <span className="flex min-w-0 flex-1 flex-col gap-1.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
            <span className="font-semibold tabular-nums">{draw.issue}</span>
            <span className="text-quiet">
              {exactTimeText(draw.drawsAt, locale)}
              {draw.wasDelayed ? ` · ${t('past.late')}` : null}
            </span>
          </span>
          <Numbers draw={draw} family={family} />
        </span>
        <span className="flex shrink-0 flex-col items-center text-xs text-brand">
          <ShieldCheck aria-hidden className="size-6" />
          {t('past.proof')}
        </span>
      </Link>
    </li>
  )
}

function Numbers({ draw, family }: { draw: PastDraw; family: Family }) {
  const { t } = useWords()
  if (draw.outcome) return <DrawResult family={family} outcome={draw.outcome} />
  return (
    <span className="flex flex-col gap-1 text-sm text-warning">
      {t(draw.status === 'cancelled' ? 'past.cancelled' : 'past.voided')}
      {draw.shadowOutcome ? (
        <span className="flex flex-wrap items-center gap-2 text-quiet opacity-80">
          {t('past.shadow')} <DrawResult family={family} outcome={draw.shadowOutcome} size="small" />
        </span>
      ) : null}
    </span>
  )
}
