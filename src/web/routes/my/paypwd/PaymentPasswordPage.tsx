import { useQuery } from '@tanstack/react-query'
import { setPaymentPassword } from '#contract/people/profile'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { useRefreshMe } from '../../../queries/person.ts'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { NewPasswordForm } from '../NewPasswordForm.tsx'

export function PaymentPasswordPage() {
  const { t } = useWords()
  const asked = useQuery(meQuery)
  const refreshMe = useRefreshMe()
  if (!asked.data) return <PendingPage for={asked} />
  const { account, hasPaymentPassword } = asked.data
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <p className="text-quiet">{t('password.paymentAbout')}</p>
      <p className="text-quiet">{t('password.paymentDiffers')}</p>
      <NewPasswordForm
        schema={setPaymentPassword.input}
        labels={{
          ...(hasPaymentPassword && { old: 'password.paymentOld' }),
          password: hasPaymentPassword ? 'password.paymentNew' : 'account.payment',
          repeat: hasPaymentPassword ? 'password.paymentNewRepeat' : 'account.paymentRepeat',
        }}
        account={account}
        done={hasPaymentPassword ? 'success.modified' : 'success.saved'}
        send={async ({ old, ...fresh }) => {
          try {
            await call(setPaymentPassword, hasPaymentPassword ? { old, ...fresh } : fresh)
          } finally {
            // Also where it failed: a try whose answer was lost may have set it, and then the form must ask for the old one.
            void refreshMe()
          }
        }}
      />
    </main>
  )
}
