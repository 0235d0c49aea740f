import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { demoMail } from '#contract/people/recovery'
import { call } from '../../client.ts'
import { useWords } from '../../i18n/words.ts'
import { siteQuery } from '../../queries/site.ts'
import { FetchError } from '../FetchError.tsx'

/** The mail with the code, where a demonstration sends no mail. It stays visible while the code is typed. */
export function DemoMail({ requestId }: { requestId: string }) {
  const { t } = useWords()
  const { data: site } = useQuery(siteQuery)
  const [isOpen, setOpen] = useState(false)
  const asked = useQuery({
    queryKey: ['demo-mail', requestId],
    queryFn: () => call(demoMail, { requestId }),
    enabled: isOpen,
  })
  if (!site?.showsMails) return null
  const mail = asked.data?.mail
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {/* The code's field keeps the focus, so that it is not marked as left empty. */}
      <summary
        onMouseDown={(event) => event.preventDefault()}
        className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-brand [&::-webkit-details-marker]:hidden"
      >
        {t('demoMail.show')}
        <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
      </summary>
      {asked.error ? (
        <FetchError error={asked.error} onRetry={asked.refetch} />
      ) : (
        <div
          aria-live="polite"
          className="min-h-24 rounded-card border border-line bg-surface p-3 text-sm wrap-anywhere"
        >
          {mail ? (
            <>
              <p className="font-semibold">{mail.subject}</p>
              <p className="pt-1 whitespace-pre-line text-quiet">{mail.body}</p>
            </>
          ) : (
            <p>{t(mail === null ? 'demoMail.none' : 'common.loading')}</p>
          )}
        </div>
      )}
    </details>
  )
}
