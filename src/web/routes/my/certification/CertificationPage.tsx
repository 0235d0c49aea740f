import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { certificationQuery } from '../../../queries/person.ts'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { CertificationForm } from './CertificationForm.tsx'
import { CertificationState } from './CertificationState.tsx'

export function CertificationPage() {
  const { t } = useWords()
  const queries = useQueryClient()
  const asked = useQuery(certificationQuery)
  const { data: me } = useQuery(meQuery)
  const [isAgain, setAgain] = useState(false)
  if (!asked.data || !me) return <PendingPage for={asked} />
  const { latest, invitationCode } = asked.data
  if (latest && !isAgain)
    return <CertificationState latest={latest} invitationCode={invitationCode} onAgain={() => setAgain(true)} />
  return (
    <CertificationForm
      former={latest}
      country={latest?.country ?? me.country ?? 'VN'}
      onApplied={async () => {
        await queries.invalidateQueries({ queryKey: certificationQuery.queryKey })
        setAgain(false)
        toast(t('success.saved'))
        scrollTo(0, 0)
      }}
    />
  )
}
