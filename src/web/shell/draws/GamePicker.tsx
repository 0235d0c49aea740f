import { type GameCode, games } from '#core/games/catalogue'
import { Select } from '#ui/Select'
import { useWords } from '../../i18n/words.ts'
import { navigate, usePlace, useSearch } from '../navigation.ts'

/** The game that an address names; the first one where it names none of ours. */
export function useGame(): (typeof games)[number] {
  const code = useSearch().get('game')
  return games.find((game) => game.code === code) ?? games[0]
}

/** Another game on the same page. */
export function GamePicker({ game }: { game: GameCode }) {
  const { t } = useWords()
  const { path } = usePlace()
  return (
    <Select
      label={t('orders.game')}
      options={games.map(({ code }) => ({ value: code, text: t(`game.${code}`) }))}
      value={game}
      onChange={({ target }) => void navigate(`${path}?game=${target.value}`, { replace: true })}
    />
  )
}
