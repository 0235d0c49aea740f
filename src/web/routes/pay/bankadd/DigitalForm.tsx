import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Address, NetworkName } from '#contract/money/wallets'
import { isAddress } from '#core/rules/money/check-digits'
import { type Network, networks } from '#core/rules/money/wallet'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { Segments } from '#ui/Segments'
import { useWords } from '../../../i18n/words.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { fieldSentence, formResolver, showAtField } from '../../../shell/form.ts'
import type { OnFilled } from './filled.ts'

type Form = { network: Network; address: string }

/** What the server will check, checked as it is typed: a wrong character in an address is money lost. */
const schema = z.object({ network: NetworkName, address: Address }).check(
  z.refine(({ network, address }) => isAddress(network, address), {
    path: ['address'],
    error: 'address_malformed',
  }),
)

export function DigitalForm({ onFilled }: { onFilled: OnFilled }) {
  const { t, refusal } = useWords()
  const isOnline = useIsOnline()
  const form = useForm<Form>({
    mode: 'onTouched',
    resolver: formResolver(schema),
    defaultValues: { network: 'TRC20', address: '' },
  })
  const network = useWatch({ control: form.control, name: 'network' })
  const submit = form.handleSubmit((values) =>
    onFilled({ kind: 'digital', currency: 'USDT', ...values }, (error) =>
      showAtField(error, ['address'], form.setError),
    ),
  )
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-col gap-1">
        <p aria-hidden className="text-sm font-medium text-quiet">
          {t('money.network')}
        </p>
        <Segments
          label={t('money.network')}
          options={networks.map((value) => ({ value, text: value }))}
          value={network}
          onChange={(chosen) => form.setValue('network', chosen, { shouldValidate: form.getValues('address') !== '' })}
        />
      </div>
      <Field
        label={t('wallet.address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        error={fieldSentence(form.formState.errors.address, refusal)}
        {...form.register('address')}
      />
      <Button type="submit" disabled={!isOnline}>
        {t('common.continue')}
      </Button>
    </form>
  )
}
