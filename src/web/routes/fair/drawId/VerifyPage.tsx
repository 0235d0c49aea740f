import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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
import { Seal } from './seal/Seal.tsx'
import { StepList } from './StepList.tsx'
import { Witnesses } from './Witnesses.tsx'
import { isOver, verdictQuery } from './verdict-query.ts'
import { type VerifyTexts, verifyTextsQuery } from './verify-texts.ts'

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
        <Seal says={says} checked={checked.data ?? null} isBusy={checked.isFetching} onAgain={checked.refetch} />
      )}
      <How says={says} isFailed={checked.data?.verdict.verdict === 'fail'}>
        {checked.data ? <StepList says={says} verdict={checked.data.verdict} /> : null}
        <Witnesses says={says} drawId={drawId} isOver={!!checked.error || (!!checked.data && isOver(checked.data))} />
        {checked.data ? (
          <>
            <Numbers says={says} file={checked.data.file} />
            <Own says={says} checked={checked.data} onReadLog={() => setLogRead(true)} />
          </>
        ) : null}
      </How>
      <Evidence says={says} player={me.data?.id ?? null} />
    </main>
  )
}

/** How the verdict was reached, for whoever wants to see it; after a failure it is open from the start. */
function How({ says, isFailed, children }: { says: VerifyTexts; isFailed: boolean; children: ReactNode }) {
  return (
    <details className="group/how" open={isFailed}>
      <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-3 rounded-card bg-surface px-4 py-2 font-semibold shadow-card [&::-webkit-details-marker]:hidden">
        {says.showHow}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet group-open/how:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 pt-4">{children}</div>
    </details>
  )
}
