import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { askToReturn } from '#contract/people/protection'
import { Button } from '#ui/Button'
import { toast } from '#ui/Toast'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery, refreshMoney } from '../../../queries/accounts.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import type { Exclusion } from '../../../shell/protection/ExclusionNotice.tsx'
import { ExclusionSheet } from '../../../shell/protection/ExclusionSheet.tsx'
import { kindTexts } from '../../../shell/protection/words.ts'
import { Notice } from '../../pay/Notice.tsx'
import { useUntilHidden } from '../../pay/until-hidden.ts'

/** The way into a time-out or a self-exclusion; in one, until when it lasts and what can still be done. */
export function Break() {
  const { t } = useWords()
  const { data: me } = useQuery(meQuery)
  const isOnline = useIsOnline()
  const [isChoosing, setChoosing] = useUntilHidden<true>()
  if (!me) return null
  const { exclusion } = me
  return (
    <>
      {exclusion ? <InForce exclusion={exclusion} /> : null}
      <Button look="quiet" disabled={!isOnline} onClick={() => setChoosing(true)}>
        {t(exclusion ? 'protection.longer' : 'protection.break')}
      </Button>
      {isChoosing ? <ExclusionSheet beyond={exclusion?.until} onClose={() => setChoosing(null)} /> : null}
    </>
  )
}

function InForce({ exclusion: { kind, until, opensAt, canAskToReturn } }: { exclusion: Exclusion }) {
  const { t, refusal } = useWords()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const ask = useMutation({
    mutationFn: () => call(askToReturn, {}),
    onSuccess: async () => {
      await refreshMoney(queries)
      toast(t('protection.returnNoted'))
    },
  })
  const facts = canAskToReturn ? { next: 'ask' } : { until: new Date(opensAt ?? until).toISOString() }
  return (
    <>
      <Notice tone="warning">
        <strong>{t(kindTexts[kind].name)}</strong>
        <br />
        {refusal('player_excluded', facts)}
      </Notice>
      {canAskToReturn ? (
        <Button disabled={!isOnline || ask.isPending} onClick={() => ask.mutate()}>
          {t('protection.return')}
        </Button>
      ) : null}
      {ask.error ? <Outcome of={ask} /> : null}
    </>
  )
}
