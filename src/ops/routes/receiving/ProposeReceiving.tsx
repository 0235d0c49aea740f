import { useState } from 'react'
import { publishReceiving } from '#contract/console/receiving'
import { networks } from '#core/rules/money/wallet'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useProposal } from '../../parts/proposal.ts'

type Kind = 'usdt' | 'bank'
type Given = Readonly<Record<string, string>>

/** Proposes an address or a card; players see it once a second person has approved. */
export function ProposeReceiving() {
  const [kind, setKind] = useState<Kind>('bank')
  const publish = useProposal((given: Given) =>
    call(publishReceiving, kind === 'usdt' ? addressOf(given) : cardOf(given)),
  )
  return (
    <Panel title={t('receiving.propose')}>
      <Form
        error={publish.error}
        onSend={(given) => publish.mutate(given)}
        className="grid grid-cols-3 items-end gap-3"
      >
        <Choice
          label={t('receiving.kind')}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
          options={[
            ['bank', t('currency.bank')],
            ['usdt', t('currency.usdt')],
          ]}
        />
        {kind === 'usdt' ? (
          <>
            <Choice label={t('field.network')} name="network" options={networks.map((each) => [each, each])} />
            <Input label={t('field.address')} name="address" required autoComplete="off" />
          </>
        ) : (
          <>
            <Input label={t('field.bankName')} name="bankName" required autoComplete="off" />
            <Input label={t('field.bankAddress')} name="bankAddress" required autoComplete="off" />
            <Input label={t('field.cardNumber')} name="cardNumber" required autoComplete="off" inputMode="numeric" />
            <Input label={t('field.routing')} name="routing" required autoComplete="off" inputMode="numeric" />
            <Input label={t('field.cardholder')} name="cardholder" required autoComplete="off" />
            <Input label={t('receiving.validUntil')} name="validUntil" type="datetime-local" required />
          </>
        )}
        <Input label={t('settings.effective')} name="validFrom" type="datetime-local" />
        <Input label={t('field.reason')} name="reason" required minLength={5} />
        <Button type="submit" look="brand" disabled={publish.isPending}>
          {t('settings.propose')}
        </Button>
      </Form>
    </Panel>
  )
}

const fromOf = ({ validFrom }: Given) => (validFrom ? { validFrom: new Date(validFrom).getTime() } : {})

function addressOf(given: Given) {
  const network = networks.find((each) => each === given.network)!
  return { kind: 'usdt', network, address: given.address!.trim(), ...fromOf(given), reason: given.reason! } as const
}

function cardOf(given: Given) {
  return {
    kind: 'bank',
    bankName: given.bankName!,
    bankAddress: given.bankAddress!,
    cardNumber: given.cardNumber!,
    routing: given.routing!,
    cardholder: given.cardholder!,
    ...fromOf(given),
    validUntil: new Date(given.validUntil!).getTime(),
    reason: given.reason!,
  } as const
}
