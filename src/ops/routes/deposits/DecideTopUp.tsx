import type { Ref } from 'react'
import { Refused } from '#contract/client'
import { agreeDeposit, passDeposit, rejectDeposit, type viewDepositAsOperator } from '#contract/console/deposits'
import type { Output } from '#contract/endpoint'
import { readAmount, typedAmount } from '#core/money/amount-text'
import type { Cents } from '#core/money/cents'
import { call } from '../../client.ts'
import { sharedWords, spoken, t } from '../../i18n/words.ts'
import { Input } from '../../parts/Form.tsx'
import { Decision } from '../../reviews/Decision.tsx'
import { useMay, useMe } from '../../shell/me.ts'

type Props = { seen: Output<typeof viewDepositAsOperator>; onDone: (said: string) => void }

/** The typed amount in cents; what is no amount is refused with the server's own sentence. */
function amountOf(text: string | undefined): Cents {
  const amount = readAmount(text ?? '', spoken())
  if (amount === null) throw new Refused(text?.trim() ? 'amount_abnormal' : 'amount_missing')
  return amount
}

/** The form by which a top-up is passed, agreed to or rejected. */
export function DecideTopUp({ seen, onDone }: Props) {
  const { id, needsTwo, agreed } = seen
  const me = useMe()
  const mayPass = useMay('deposits.pass')
  const pass = {
    name: t('case.pass'),
    look: 'brand',
    run: async ({ received }: Readonly<Record<string, string>>) =>
      call(passDeposit, { id, received: amountOf(received) }),
    said: t('case.passed'),
  } as const
  const agree = {
    name: t('case.agree'),
    look: 'quiet',
    run: async ({ received }: Readonly<Record<string, string>>) =>
      call(agreeDeposit, { id, received: amountOf(received) }),
    said: t('case.agreedNow'),
  } as const
  const canPassNow = mayPass && (!needsTwo || (agreed !== null && agreed.by !== me.account))
  return (
    <Decision
      renderFields={(first: Ref<HTMLInputElement>) => (
        <Input
          ref={first}
          label={t('field.received')}
          name="received"
          inputMode="decimal"
          autoComplete="off"
          placeholder={typedAmount(seen.amount, spoken())}
          required
        />
      )}
      ways={canPassNow ? [pass, ...(agreed ? [] : [agree])] : [agree]}
      reasons={sharedWords().deposit_reason}
      reject={(given) => call(rejectDeposit, { id, ...given })}
      onDone={onDone}
    />
  )
}
