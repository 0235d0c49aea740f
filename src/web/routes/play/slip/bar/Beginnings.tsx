import { Dices, RotateCcw, Star } from 'lucide-react'
import { useState } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { Button } from '#ui/Button'
import { useWords } from '../../../../i18n/words.ts'
import type { GameDraws } from '../../../../queries/draws.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { type Change, choiceOf } from '../choice.ts'
import { FavouritesSheet } from '../favourites/FavouritesSheet.tsx'
import { useFavourites } from '../favourites/use-favourites.ts'

type Props = {
  game: GameCode
  period: GameDraws['period']
  onChange: (change: Change) => void
  onRoll: () => void
  again: (() => void) | null
}

/** Ways to begin a slip without the board: by chance, as the last time, or with a favourite. */
export function Beginnings({ game, period, onChange, onRoll, again }: Props) {
  const { t } = useWords()
  const { starred } = useFavourites(game)
  const [isChoosing, setChoosing] = useState(false)
  const look = 'grow basis-[5.5em] gap-1.5 px-2! text-sm'
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2">
      {/* Where there is little height, the head of the page is enough to tell it until something is chosen. */}
      <span className="w-[5.25rem] text-quiet short:hidden wide:w-full">
        {period ? <TimeLeft period={period} /> : null}
      </span>
      <Button look="quiet" className={look} onClick={onRoll}>
        <Dices aria-hidden className="size-5 shrink-0 text-brand max-[360px]:hidden" />
        {t('play.quickPick')}
      </Button>
      {again ? (
        <Button look="quiet" className={look} onClick={again}>
          <RotateCcw aria-hidden className="size-4 shrink-0 text-brand max-[360px]:hidden" />
          {t('play.again')}
        </Button>
      ) : null}
      {starred.length > 0 ? (
        <Button look="quiet" aria-label={t('play.favourites')} className="px-3!" onClick={() => setChoosing(true)}>
          <Star aria-hidden className="size-5 fill-accent text-brand" />
        </Button>
      ) : null}
      {isChoosing ? (
        <FavouritesSheet
          game={game}
          onChoose={(bets) => {
            onChange({ do: 'replace', choice: choiceOf(bets) })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  )
}
