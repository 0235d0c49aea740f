import { type InputHTMLAttributes, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { BankAddress, BankName, CardNumber, Cardholder, RoutingNumber } from '#contract/money/wallets'
import { Contact, Country, Phone } from '#contract/people/fields'
import { countries } from '#core/rules/countries'
import { isRoutingNumber } from '#core/rules/money/check-digits'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { Select } from '#ui/Select'
import { nationNames } from '../../../i18n/nations.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import type { OnFilled } from './filled.ts'

const schema = z.object({
  bankName: BankName,
  bankAddress: BankAddress,
  cardNumber: CardNumber,
  phoneCountry: Country,
  cardPhone: Phone,
  routing: RoutingNumber.check(z.refine((text) => isRoutingNumber(text.trim()), 'routing_malformed')),
  cardholder: Cardholder,
  contact: Contact,
})

type Form = z.input<typeof schema>
type Text = Exclude<keyof Form, 'phoneCountry'>

const empty = { bankName: '', bankAddress: '', cardNumber: '', cardPhone: '', routing: '', cardholder: '', contact: '' }
const fields = Object.keys(empty) as Text[]

const labels: Record<Text, Key> = {
  bankName: 'wallet.bankName',
  bankAddress: 'wallet.bankAddress',
  cardNumber: 'wallet.cardNumber',
  cardPhone: 'wallet.cardPhone',
  routing: 'wallet.routing',
  cardholder: 'wallet.cardholder',
  contact: 'wallet.contact',
}

export function BankForm({ country, onFilled }: { country: string; onFilled: OnFilled }) {
  const { t, refusal, locale } = useWords()
  const isOnline = useIsOnline()
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(schema),
    defaultValues: { ...empty, phoneCountry: country },
  })
  const submit = form.handleSubmit((values) =>
    onFilled({ kind: 'bank', ...values }, (error) => showAtField(error, fields, form.setError)),
  )
  const nations = useMemo(() => {
    const name = nationNames(locale)
    const order = new Intl.Collator(locale)
    return countries
      .map((value) => ({ value, text: name(value) }))
      .sort((one, other) => order.compare(one.text, other.text))
  }, [locale])
  const text = (name: Text, more: InputHTMLAttributes<HTMLInputElement> = {}) => (
    <Field
      label={t(labels[name])}
      autoComplete="off"
      error={fieldSentence(form.formState.errors[name], refusal)}
      {...more}
      {...form.register(name)}
    />
  )
  return (
    <form noValidate className="flex flex-col gap-1" onSubmit={(event) => void submit(event)}>
      {text('cardholder', { autoComplete: 'cc-name' })}
      {text('cardNumber', { inputMode: 'numeric', autoComplete: 'cc-number' })}
      {text('bankName')}
      {text('bankAddress')}
      {text('routing', { inputMode: 'numeric' })}
      <div className="grid grid-cols-[2fr_3fr] gap-3">
        <Select label={t('account.country')} options={nations} {...form.register('phoneCountry')} />
        {text('cardPhone', { type: 'tel', inputMode: 'tel' })}
      </div>
      {text('contact')}
      <Button type="submit" disabled={!isOnline}>
        {t('common.continue')}
      </Button>
    </form>
  )
}
