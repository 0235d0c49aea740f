import { useQuery } from '@tanstack/react-query'
import type { GameCode } from '#core/games/catalogue'
import { nearTimeText } from '#core/writing/time-text'
import { useWords } from '../../i18n/words.ts'
import { currentDrawsQuery } from '../../queries/draws.ts'
import { serverNow } from '../../state/clock.ts'
import { Empty } from '../pay/Empty.tsx'
import type { PictureName } from '../pay/EmptyPicture.tsx'

/** A game without a draw yet, and when its first one is. */
export function NotDrawn({ game, picture }: { game: GameCode; picture: PictureName }) {
  const { t, locale } = useWords()
  const { data } = useQuery(currentDrawsQuery)
  const period = data?.items.find((item) => item.game === game)?.period
  const about = period ? t('past.firstAt', { time: nearTimeText(period.drawsAt, serverNow(), locale) }) : '\u00a0'
  return <Empty picture={picture} text={t('past.empty')} about={about} />
}
