import { useQuery } from '@tanstack/react-query'
import { changeLoginPassword } from '#contract/people/profile'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { NewPasswordForm } from '../NewPasswordForm.tsx'

export function LoginPasswordPage() {
  const { t } = useWords()
  const asked = useQuery(meQuery)
  if (!asked.data) return <PendingPage for={asked} />
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <p className="text-quiet">{t('password.loginAbout')}</p>
      <NewPasswordForm
        schema={changeLoginPassword.input}
        labels={{ old: 'password.loginOld', password: 'password.loginNew', repeat: 'password.loginRepeat' }}
        account={asked.data.account}
        done="success.modified"
        send={(values) => call(changeLoginPassword, values)}
      />
    </main>
  )
}
