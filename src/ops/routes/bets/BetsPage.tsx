import { t } from '../../i18n/words.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { useMay } from '../../shell/me.ts'

/** The bets of all players, as the list that finds them; each leads to its draw, whose number begins the bet’s. */
export function BetsPage() {
  const mayOpen = useMay('games.view')
  const drawOf = ({ id }: { id: string }) => `/games/${id.slice(0, id.lastIndexOf(':'))}`
  return <ListPage name="bets" title={t('bets.title')} path="/bets" linked="issue" opens={mayOpen ? drawOf : null} />
}
