import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Input, Output } from '#contract/endpoint'
import { requestWithdrawal, type withdrawalOptions } from '#contract/money/withdrawals'
import { type Bps, type Cents, formatCents, zeroCents } from '#core/money/cents'
import { isEnough, withdrawalSplit } from '#core/rules/money/withdrawal'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { isRefusedAs, refreshMoney } from '../../../queries/accounts.ts'
import { withdrawalOptionsQuery } from '../../../queries/money.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import { forgetScreen, navigate } from '../../../shell/navigation.ts'
import { Notice } from '../Notice.tsx'
import { PaymentSheet } from '../PaymentSheet.tsx'
import { WalletLabel } from '../WalletLabel.tsx'
import { amountExample, readField, fieldText, wireAmount } from '../amount-field.ts'
import { BankDetails } from '../banklist/BankDetails.tsx'
import type { Wallet } from '../banklist/WalletCard.tsx'
import { checkedResolver } from '../checked-resolver.ts'
import { useUntilHidden } from '../until-hidden.ts'
import { Figures } from './Figures.tsx'
import { WalletChoice } from './WalletChoice.tsx'

type Options = Output<typeof withdrawalOptions>
type Form = { amount: string }
/** What is to be confirmed, with the fee that was shown when it was asked. */
type Asked = { amount: Cents; wallet: Wallet; feeBps: number }

/** The one field that is typed here; the wallet is chosen, and the password is asked for by the sheet. */
const schema = z.pick(requestWithdrawal.input, { amount: true })

/** What the server would say about the amount, said while it is typed. */
function problems(amount: Cents | null, { minimum, maximum, available }: Options) {
  const field = 'amount'
  if (amount === null) return []
  if (!isEnough({ amount, available }, { withdrawalMin: minimum }))
    return [{ field, code: 'amount_too_small', facts: { min: formatCents(minimum) } }] as const
  if (amount > maximum) return [{ field, code: 'amount_too_large', facts: { max: formatCents(maximum) } }] as const
  return amount > available ? ([{ field, code: 'insufficient_balance' }] as const) : []
}

type Props = { options: Options; wallets: readonly Wallet[]; now: number }

export function WithdrawForm({ options, wallets, now }: Props) {
  const { t, refusal } = useWords()
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const once = useOnce()
  const [walletId, setWalletId] = useState<string | null>(null)
  const [asked, setAsked] = useUntilHidden<Asked>()
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: checkedResolver(
      formResolver(schema, ({ amount }) => ({ amount: wireAmount(amount) })),
      ({ amount }) => problems(readField(amount), options),
    ),
    defaultValues: { amount: '' },
  })
  const send = useMutation({
    // Password and fee are not part of the idempotency key: with another password, or after a change of the fee, a
    // repeated call still asks for one withdrawal.
    mutationFn: (sent: Input<typeof requestWithdrawal>) =>
      once({ to: sent.walletId, amount: sent.amount }, (key) =>
        call(requestWithdrawal, sent, key).catch((error: unknown) => {
          // Asked for already under this key, by a call whose answer was lost.
          if (isRefusedAs(error, 'repeat_submission')) return { id: key }
          throw error
        }),
      ),
    onSuccess: () => {
      forgetScreen('/pay/withdraw')
      void refreshMoney(queries)
    },
    onError: () => void refreshMoney(queries),
  })
  const typed = useWatch({ control: form.control, name: 'amount' })
  const usable = wallets.filter(({ usableFrom }) => usableFrom <= now)
  // The default comes first in the list.
  const chosen = usable.find(({ id }) => id === walletId) ?? usable[0]
  const amount = readField(typed)
  const splitAt = (feeBps: number, of: Cents) => withdrawalSplit(of, { withdrawalFeeBps: feeBps as Bps })
  const split = splitAt(options.feeBps, amount ?? zeroCents)
  const submit = form.handleSubmit((values) => {
    send.reset()
    setAsked({ amount: readField(values.amount)!, wallet: chosen!, feeBps: options.feeBps })
  })
  const showFee = async (sent: Asked) => {
    const { feeBps } = await queries.fetchQuery(withdrawalOptionsQuery).catch(() => sent)
    setAsked((shown) => (shown === sent ? { ...sent, feeBps } : shown))
  }
  const confirm = (sent: Asked, paymentPassword: string) =>
    send.mutate(
      // A fee that has changed since is refused, shown, and confirmed anew.
      { walletId: sent.wallet.id, amount: sent.amount, feeBps: sent.feeBps, paymentPassword },
      {
        onSuccess: ({ id }) => {
          // Before the record is fetched, and it may not be: the same sheet would ask for another withdrawal.
          setAsked(null)
          form.reset()
          toast(t('withdrawal.asked'))
          void navigate(`/pay/record2?id=${id}`, { replace: true })
        },
        onError: (error) => {
          if (showAtField(error, ['amount'], form.setError)) return setAsked(null)
          if (isRefusedAs(error, 'fee_changed')) void showFee(sent)
        },
      },
    )
  const all = options.available < options.maximum ? options.available : options.maximum
  return (
    <>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <WalletChoice wallets={wallets} now={now} value={chosen?.id} onChange={setWalletId} />
        <Field
          label={t('withdrawal.amount')}
          inputMode="decimal"
          autoComplete="off"
          placeholder={amountExample()}
          className="pr-20 text-xl tabular-nums"
          error={fieldSentence(form.formState.errors.amount, refusal)}
          {...form.register('amount')}
        >
          <button
            type="button"
            className="absolute inset-y-0 right-0 flex min-w-14 items-center justify-center px-3 font-semibold text-brand"
            onClick={() =>
              form.setValue('amount', fieldText(all), { shouldValidate: true, shouldDirty: true, shouldTouch: true })
            }
          >
            {t('withdrawal.all')}
          </button>
        </Field>
        <Figures options={options} fee={split.fee} actual={split.actual} />
        {options.available > 0n && options.available < options.minimum ? (
          <Notice>{t('withdrawal.belowMinimum')}</Notice>
        ) : null}
        <Notice>{t('withdrawal.about')}</Notice>
        {asked ? null : <Outcome of={send} isTold={!!form.formState.errors.amount} />}
        <Button type="submit" disabled={!isOnline || !chosen || send.isPending}>
          {t('common.continue')}
        </Button>
      </form>
      {asked ? (
        <PaymentSheet
          title={t('withdrawal.confirm')}
          sent={send}
          onConfirm={(password) => confirm(asked, password)}
          onClose={() => setAsked(null)}
        >
          <WalletLabel wallet={asked.wallet} />
          <BankDetails wallet={asked.wallet} />
          <Figures
            amount={asked.amount}
            options={{ ...options, feeBps: asked.feeBps }}
            {...splitAt(asked.feeBps, asked.amount)}
          />
          <p className="text-sm text-quiet">{t('withdrawal.noCancel')}</p>
        </PaymentSheet>
      ) : null}
    </>
  )
}
