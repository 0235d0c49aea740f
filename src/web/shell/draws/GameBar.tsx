import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type GameCode, games } from '#core/games/catalogue'
import { Amount } from '#ui/Amount'
import { Button } from '#ui/Button'
import { GameMark } from '#ui/GameMark'
import { Sheet } from '#ui/Sheet'
import { useWords } from '../../i18n/words.ts'
import { meQuery } from '../../queries/accounts.ts'
import { Link } from '../Link.tsx'
import { gameMarks } from './game-marks.ts'
import { gamePath } from './game-pages.ts'

/** The game's name, which opens the list of all games, and what the player has to spend. */
export function GameBar({ game }: { game: GameCode }) {
  const { t, locale } = useWords()
  const { data: me } = useQuery(meQuery)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 pr-4">
      <h1 className="min-w-min flex-1 text-lg leading-tight font-semibold short:text-base">
        <button
          type="button"
          aria-haspopup="dialog"
          className="flex min-h-12 items-center gap-1 text-left"
          onClick={() => setChoosing(true)}
        >
          {t(`game.${game}`)}
          <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet" />
        </button>
      </h1>
      {me ? (
        <p className="ml-auto rounded-full bg-brand-soft px-3 py-1 font-bold">
          <span className="sr-only">{t('home.balance')} </span>
          <Amount value={me.balance} locale={locale} />
        </p>
      ) : null}
      {isChoosing ? <Games game={game} onClose={() => setChoosing(false)} /> : null}
    </div>
  )
}

/** All games. Another one takes the place of the one that is shown, so that the way back leads out of both. */
function Games({ game, onClose }: { game: GameCode; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Sheet title={t('home.games')} onClose={onClose}>
      <ul className="-mx-2 max-h-[70dvh] overflow-y-auto">
        {games.map(({ code }) => (
          <li key={code}>
            <Link
              to={gamePath(code)}
              replace
              aria-current={code === game ? 'page' : undefined}
              className="flex min-h-12 items-center gap-3 rounded-card px-2 py-1 text-left aria-[current]:bg-brand-soft aria-[current]:font-semibold"
              onClick={onClose}
            >
              <GameMark name={gameMarks[code]} />
              {t(`game.${code}`)}
            </Link>
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  )
}
