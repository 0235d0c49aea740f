import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import type { Network } from '#core/rules/money/wallet'
import { CopyButton } from '#ui/CopyButton'
import { QrCode } from '#ui/QrCode'
import { Segments } from '#ui/Segments'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { Notice } from '../Notice.tsx'
import { AskSupport } from './AskSupport.tsx'

type Address = Output<typeof depositOptions>['usdt'][number]
type Props = { addresses: readonly Address[]; address: Address | undefined; onNetwork: (network: Network) => void }

/** The house's address as text, to copy and as a QR code, always with its network. */
export function ByUsdt({ addresses, address, onNetwork }: Props) {
  const { t } = useWords()
  if (!address) return <AskSupport text={t('topUp.noAddress')} />
  return (
    <section className="flex flex-col gap-3">
      {addresses.length > 1 ? (
        <Segments
          label={t('money.network')}
          options={addresses.map(({ network }) => ({ value: network, text: network }))}
          value={address.network}
          onChange={onNetwork}
        />
      ) : null}
      <div className="flex flex-col items-center gap-3 rounded-card bg-surface shadow-card p-4">
        <p className="text-center text-sm text-quiet">{t('topUp.sendTo', { network: address.network })}</p>
        <QrCode text={address.qr} />
        <div className="flex w-full items-center gap-2 rounded-card bg-background py-1 pr-1 pl-3">
          <p className="min-w-0 flex-1 py-1 font-mono text-sm break-all">{address.address}</p>
          <CopyButton text={address.address} label={t('common.copy')} onCopied={() => toast(t('success.copied'))} />
        </div>
      </div>
      <Notice tone="danger">{t('topUp.networkWarning', { network: address.network })}</Notice>
    </section>
  )
}
