import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '#contract/endpoint'
import { addWallet } from '#contract/money/wallets'
import { type WalletKind, plainCardNumber } from '#core/rules/money/wallet'
import { Segments } from '#ui/Segments'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery, refreshMoney } from '../../../queries/accounts.ts'
import { moneySettingsQuery } from '../../../queries/money.ts'
import { Link } from '../../../shell/Link.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { forgetScreen, navigate } from '../../../shell/navigation.ts'
import { Notice } from '../Notice.tsx'
import { PaymentSheet } from '../PaymentSheet.tsx'
import { WalletLabel } from '../WalletLabel.tsx'
import { useUntilHidden } from '../until-hidden.ts'
import { BankForm } from './BankForm.tsx'
import { DigitalForm } from './DigitalForm.tsx'
import type { Filled, Told } from './filled.ts'

type Asked = { readonly wallet: Filled; readonly tell: Told }

export function AddWalletPage() {
  const { t } = useWords()
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const { data: settings } = useQuery(moneySettingsQuery)
  const [kind, setKind] = useState<WalletKind>('digital')
  const [asked, setAsked] = useUntilHidden<Asked>()
  const once = useOnce()
  const add = useMutation({
    // The password is not part of the idempotency key: after a mistyped password the call still asks for the same wallet.
    mutationFn: ({ paymentPassword, ...wallet }: Input<typeof addWallet>) =>
      once(wallet, (key) => call(addWallet, { ...wallet, paymentPassword }, key)),
    onSuccess: () => {
      forgetScreen('/pay/bankadd')
      void refreshMoney(queries)
    },
  })
  const ask = (wallet: Filled, tell: Told) => {
    add.reset()
    setAsked({ wallet, tell })
  }
  const confirm = ({ wallet, tell }: Asked, paymentPassword: string) =>
    add.mutate(
      { ...wallet, paymentPassword },
      {
        onSuccess: () => {
          toast(t('success.added'))
          void navigate('/pay/banklist', { replace: true })
        },
        // What is wrong with a field is read beside it, so the sheet goes out of the way.
        onError: (error) => tell(error) && setAsked(null),
      },
    )
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <Notice>{t('wallet.whyWait', { hours: settings?.walletWaitHours ?? 24 })}</Notice>
      {me?.hasPaymentPassword === false ? <PasswordFirst /> : null}
      <Segments
        label={t('wallet.kind')}
        options={[
          { value: 'digital', text: t('money.digital') },
          { value: 'bank', text: t('money.bank') },
        ]}
        value={kind}
        onChange={setKind}
      />
      <div hidden={kind !== 'digital'}>
        <DigitalForm onFilled={ask} />
      </div>
      <div hidden={kind !== 'bank'}>{me ? <BankForm country={me.country ?? 'VN'} onFilled={ask} /> : null}</div>
      {asked || !add.isPending ? null : <Outcome of={add} />}
      {asked ? (
        <PaymentSheet
          title={t('pay.addWallet')}
          sent={add}
          onConfirm={(password) => confirm(asked, password)}
          onClose={() => setAsked(null)}
        >
          <WalletLabel wallet={shown(asked.wallet)} />
        </PaymentSheet>
      ) : null}
    </main>
  )
}

/** Told before anything is filled in, not after. */
function PasswordFirst() {
  const { t, refusal } = useWords()
  return (
    <Notice tone="warning">
      {refusal('payment_password_unset')}{' '}
      <Link to="/my/paypwd" className="inline-block py-1 font-semibold underline">
        {t('my.paymentPassword')}
      </Link>
    </Notice>
  )
}

function shown(wallet: Filled) {
  const none = { network: null, address: null, bankName: null, cardEnd: null }
  return wallet.kind === 'digital'
    ? { ...none, kind: wallet.kind, network: wallet.network, address: wallet.address.trim() }
    : { ...none, kind: wallet.kind, bankName: wallet.bankName, cardEnd: plainCardNumber(wallet.cardNumber).slice(-4) }
}
