import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type reportLanguages, setReportMail, showReportMail } from '#contract/console/reports'
import { call } from '../../client.ts'
import { spoken, t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'

type Language = (typeof reportLanguages)[number]

/** Whether the operator gets the figures of the week by mail; in the language of their console. */
export function ReportMail() {
  const queries = useQueryClient()
  const { data, error } = useQuery({ queryKey: ['reports', 'mail'], queryFn: () => call(showReportMail, {}) })
  const change = useMutation({
    mutationFn: (language: Language | null) => call(setReportMail, { language }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['reports', 'mail'] }),
  })
  if (!data?.isOffered) return <Problem error={error} />
  const isOn = data.language !== null
  return (
    <Panel title={t('reportMail.title')}>
      <p className="mb-3 text-sm">
        {data.email === null
          ? t('reportMail.noAddress')
          : isOn
            ? t('reportMail.on', { email: data.email })
            : t('reportMail.off', { email: data.email })}
      </p>
      {data.email === null ? null : (
        <Button disabled={change.isPending} onClick={() => change.mutate(isOn ? null : (spoken() as Language))}>
          {isOn ? t('reportMail.stop') : t('reportMail.start')}
        </Button>
      )}
      <Problem error={change.error} />
    </Panel>
  )
}
