import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseDrawId } from '#core/fairness/records'
import { games } from '#core/games/catalogue'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { siteQuery } from '../../../queries/site.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { usePlace } from '../../../shell/navigation.ts'
import { Notice } from '../../pay/Notice.tsx'
import { DrawHead } from './DrawHead.tsx'
import { Evidence } from './Evidence.tsx'
import { Numbers } from './Numbers.tsx'
import { Own } from './Own.tsx'
import { StepList } from './StepList.tsx'
import { VerdictCard } from './VerdictCard.tsx'
import { Witnesses } from './Witnesses.tsx'
import { isOver, verdictQuery } from './verdict-query.ts'
import { verifyTextsQuery } from './verify-texts.ts'

/** The proof of a draw, checked here and now by the reader's own browser. */
export function VerifyPage() {
  const { locale } = useWords()
  const drawId = decodeURIComponent(usePlace().path.split('/')[2] ?? '')
  const [isLogRead, setLogRead] = useState(false)
  const texts = useQuery(verifyTextsQuery(locale))
  const site = useQuery(siteQuery)
  const me = useQuery(meQuery)
  const checked = useQuery({
    ...verdictQuery({ drawId, player: me.data?.id ?? null, isLogRead }),
    enabled: me.data !== undefined,
  })
  const game = games.find(({ code }) => code === parseDrawId(drawId)?.game)
  const says = texts.data
  if (!says || !site.data) return <PendingPage for={texts.error ? texts : site} />
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      {game ? <DrawHead drawId={drawId} game={game} outcome={checked.data?.verdict.outcome ?? null} /> : null}
      {site.data.beacon === 'house' ? <Notice tone="warning">{says.house}</Notice> : null}
      {checked.error ? <FetchError error={checked.error} onRetry={checked.refetch} /> : null}
      {checked.error ? null : (
        <VerdictCard says={says} checked={checked.data ?? null} isBusy={checked.isFetching} onAgain={checked.refetch} />
      )}
      {checked.data ? (
        <>
          <StepList says={says} verdict={checked.data.verdict} />
          <Numbers says={says} file={checked.data.file} />
          <Own says={says} checked={checked.data} onReadLog={() => setLogRead(true)} />
        </>
      ) : null}
      <Witnesses says={says} drawId={drawId} isOver={!!checked.error || (!!checked.data && isOver(checked.data))} />
      <Evidence says={says} player={me.data?.id ?? null} />
    </main>
  )
}
