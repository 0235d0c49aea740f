import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Selection } from '#core/games/bets'
import type { GameCode } from '#core/games/catalogue'
import { playCode } from '#core/games/market'
import type { Cents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { useWords } from '../../../../i18n/words.ts'
import { IconButton } from './IconButton.tsx'
import { betsMost, isFavourite } from '../favourites/favourites.ts'
import { useFavourites } from '../favourites/use-favourites.ts'
import { type figuresOf, lineCount } from '../figures.ts'

type Props = {
  game: GameCode
  selections: readonly Selection[]
  stake: Cents | null
  figures: ReturnType<typeof figuresOf> | null
  problem: string | null
  children: ReactNode
}

/** Lines × stake = total, or what is wrong with the stake, in the same place; beside it the star. */
export function SlipSum({ game, selections, stake, figures, problem, children }: Props) {
  const { t, locale } = useWords()
  return (
    <div className="flex items-center">
      <output className="min-h-6 min-w-0 flex-1 text-sm leading-tight tabular-nums">
        {problem ? (
          <span className="text-danger">{problem}</span>
        ) : (
          <>
            {t('play.lines', { count: lineCount(selections) })}
            {stake !== null && figures ? (
              <>
                {' × '}
                <Amount value={stake} locale={locale} /> ={' '}
                <strong>
                  <Amount value={figures.total} locale={locale} />
                </strong>
              </>
            ) : null}
          </>
        )}
      </output>
      {selections.length <= betsMost ? <FavouriteButton game={game} selections={selections} /> : null}
      {children}
    </div>
  )
}

/** Keeps the slip among the favourites of its game, or takes it from them. */
function FavouriteButton({ game, selections }: Pick<Props, 'game' | 'selections'>) {
  const { t } = useWords()
  const bets = selections.map(({ market, position, key }) => ({ play: playCode(market, position), selection: key }))
  const { starred, toggle } = useFavourites(game)
  return (
    <IconButton
      label={t('play.favourite')}
      Icon={Star}
      isPressed={isFavourite(starred, bets)}
      onClick={() => toggle(bets)}
    />
  )
}
