import { X } from 'lucide-react'
import type { GameCode } from '#core/games/catalogue'
import { readPlay } from '#core/games/bets'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { marketText, positionText, selectionText } from '../../../../i18n/plays.ts'
import { useWords } from '../../../../i18n/words.ts'
import type { Favourite } from './favourites.ts'
import { useFavourites } from './use-favourites.ts'

type Props = { game: GameCode; onChoose: (bets: Favourite) => void; onClose: () => void }

/** The slips that somebody starred on this game. A tap chooses one again. */
export function FavouritesSheet({ game, onChoose, onClose }: Props) {
  const { t } = useWords()
  const { starred, toggle } = useFavourites(game)
  return (
    <Sheet title={t('play.favourites')} onClose={onClose}>
      <ul className="-mx-4 divide-y divide-line border-y border-line">
        {starred.map((bets) => {
          const [name, more] = namesOf(bets)
          return (
            <li key={JSON.stringify(bets)} className="flex items-center">
              <button
                type="button"
                className="min-h-14 min-w-0 flex-1 px-4 py-2 text-left active:bg-brand-soft"
                onClick={() => onChoose(bets)}
              >
                <span className="block leading-snug font-semibold">{name}</span>
                <span className="block text-sm leading-snug text-quiet">{more}</span>
              </button>
              <button
                type="button"
                aria-label={`${t('common.remove')} ${name}`}
                className="mr-1 flex size-11 shrink-0 items-center justify-center text-quiet"
                onClick={() => toggle(bets)}
              >
                <X aria-hidden className="size-5" />
              </button>
            </li>
          )
        })}
      </ul>
      <Button look="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  )
}

/** What a slip chooses, and where. */
function namesOf(bets: Favourite): readonly [string, string] {
  const read = bets.flatMap((bet) => readPlay(bet) ?? [])
  const places = read.map(({ market, position }) =>
    [positionText(market, position), marketText(market)].filter(Boolean).join(' · '),
  )
  return [read.map(({ key }) => selectionText(key)).join(' · '), [...new Set(places)].join('; ')]
}
