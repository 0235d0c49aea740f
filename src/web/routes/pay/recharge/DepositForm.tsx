import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Input } from '#contract/endpoint'
import { requestDeposit } from '#contract/money/deposits'
import { type Cents, formatCents, zeroCents } from '#core/money/cents'
import { type DepositCurrency, isReference } from '#core/rules/money/deposit'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { toast } from '#ui/Toast'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { refreshMoney } from '../../../queries/accounts.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { PictureField } from '../../../shell/fields/PictureField.tsx'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import { forgetScreen, navigate } from '../../../shell/navigation.ts'
import { amountExample, readField, wireAmount } from '../amount-field.ts'
import { checkedResolver } from '../checked-resolver.ts'

type Form = { amount: string; reference: string; voucherId: string }
type Props = { receivingId: string; currency: DepositCurrency; minimum: Cents; room: Cents | null }

const fields = ['amount', 'reference', 'voucherId'] as const

type Given = { readonly amount: Cents | null; readonly reference: string }

/** What the server would say about it, said while it is typed. */
function problems({ amount, reference }: Given, { minimum, room, currency }: Omit<Props, 'receivingId'>) {
  const facts = { min: formatCents(minimum) }
  const left = { left: formatCents(room ?? zeroCents) }
  return [
    ...(amount !== null && room !== null && amount > room
      ? [{ field: 'amount', code: 'deposit_limit_reached', facts: left } as const]
      : []),
    ...(amount !== null && amount < minimum ? [{ field: 'amount', code: 'amount_too_small', facts } as const] : []),
    ...(isReference(currency, reference) ? [] : [{ field: 'reference', code: 'reference_malformed' } as const]),
  ]
}

/** What was sent, once it was sent. */
export function DepositForm({ receivingId, currency, minimum, room }: Props) {
  const { t, refusal } = useWords()
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const once = useOnce()
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: checkedResolver(
      formResolver(requestDeposit.input, (values) => ({ ...values, receivingId, amount: wireAmount(values.amount) })),
      ({ amount, reference }) => problems({ amount: readField(amount), reference }, { minimum, room, currency }),
    ),
    defaultValues: { amount: '', reference: '', voucherId: '' },
  })
  const send = useMutation({
    mutationFn: (sent: Input<typeof requestDeposit>) => once(sent, (key) => call(requestDeposit, sent, key)),
    onSuccess: () => {
      forgetScreen('/pay/recharge')
      void refreshMoney(queries)
    },
  })
  const submit = form.handleSubmit((values) =>
    send.mutate(
      { ...values, receivingId, amount: readField(values.amount)! },
      {
        onSuccess: ({ id }) => {
          toast(t('topUp.sent'))
          void navigate(`/pay/record1?id=${id}`, { replace: true })
        },
        onError: (error) => void showAtField(error, fields, form.setError),
      },
    ),
  )
  const { errors } = form.formState
  const voucherId = form.getValues('voucherId')
  return (
    <form noValidate className="flex flex-col gap-1" onSubmit={(event) => void submit(event)}>
      <h2 className="pb-1 text-lg font-semibold">{t('topUp.afterPaying')}</h2>
      <Field
        label={t('topUp.amount')}
        inputMode="decimal"
        autoComplete="off"
        placeholder={amountExample()}
        className="tabular-nums"
        error={fieldSentence(errors.amount, refusal)}
        {...form.register('amount')}
      />
      <Field
        label={t(currency === 'usdt' ? 'topUp.transaction' : 'topUp.bankReference')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldSentence(errors.reference, refusal)}
        {...form.register('reference')}
      />
      <PictureField
        purpose="voucher"
        words={{
          label: 'topUp.voucher',
          about: 'topUp.voucherAbout',
          choose: 'topUp.voucherChoose',
          replace: 'topUp.voucherReplace',
        }}
        error={voucherId || !errors.voucherId ? fieldSentence(errors.voucherId, refusal) : t('topUp.voucherMissing')}
        onChange={(id) => form.setValue('voucherId', id, { shouldValidate: id !== '' })}
      />
      <Outcome of={send} isTold={fields.some((name) => errors[name])} />
      <Button type="submit" disabled={!isOnline || send.isPending}>
        {t('topUp.send')}
      </Button>
    </form>
  )
}
