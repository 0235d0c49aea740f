import { type GameCode, games } from '#core/games/catalogue'
import { t } from '../../i18n/words.ts'
import type { PageProps } from '../../pages.ts'
import { Overview } from './Overview.tsx'
import { PeriodView } from './PeriodView.tsx'
import { Periods } from './Periods.tsx'

const isGame = (name: string): name is GameCode => games.some(({ code }) => code === name)

/** All games, one game's periods, or one period, depending on the path. */
export function GamesPage({ rest }: PageProps) {
  if (rest === '') return <Overview />
  if (isGame(rest)) return <Periods key={rest} game={rest} />
  return rest.includes(':') ? <PeriodView key={rest} drawId={rest} /> : <p>{t('notHere')}</p>
}
