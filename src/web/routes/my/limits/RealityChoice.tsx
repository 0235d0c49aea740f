import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { setRealityCheck } from '#contract/people/protection'
import { realityCheckMinutes } from '#core/rules/play/reality-check'
import { Segments } from '#ui/Segments'
import { toast } from '#ui/Toast'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { realityCheckQuery } from '../../../queries/protection.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'
import { minutesText } from '../../../shell/protection/words.ts'

type Minutes = (typeof realityCheckMinutes)[number]

/** How often the player wants to be shown time and net result. */
export function RealityChoice() {
  const { t, locale } = useWords()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(realityCheckQuery)
  const set = useMutation({
    mutationFn: (minutes: Minutes | null) => call(setRealityCheck, { minutes }),
    onSuccess: async () => {
      await Promise.all([refetch(), queries.invalidateQueries({ queryKey: meQuery.queryKey })])
      toast(t('success.modified'))
    },
  })
  if (error && !data) return <FetchError error={error} onRetry={refetch} />
  if (!data) return <output aria-label={t('common.loading')} className="h-14 rounded-card bg-surface" />
  const shown = set.isPending ? set.variables : data.minutes
  return (
    <>
      <Segments
        label={t('protection.reality')}
        options={[
          { value: '', text: t('protection.off') },
          ...realityCheckMinutes.map((each) => ({ value: String(each), text: minutesText(each, locale) })),
        ]}
        value={String(shown ?? '')}
        onChange={(value) => set.mutate(realityCheckMinutes.find((each) => String(each) === value) ?? null)}
      />
      {set.error ? <Outcome of={set} /> : null}
    </>
  )
}
