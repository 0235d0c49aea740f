import type { Output } from '#contract/endpoint'
import type { depositOptions } from '#contract/money/deposits'
import type { Network } from '#core/rules/money/wallet'
import { QrCode } from '#ui/QrCode'
import { Segments } from '#ui/Segments'
import { useWords } from '../../../i18n/words.ts'
import { CopyButton } from '../../../shell/fields/CopyButton.tsx'
import { Notice } from '../Notice.tsx'
import { AskSupport } from './AskSupport.tsx'
import { FormerAccount } from './FormerAccount.tsx'
import type { ShownAccount } from './shown-account.ts'

type Address = Output<typeof depositOptions>['usdt'][number]
type Props = {
  addresses: readonly Address[]
  shown: ShownAccount<Address>
  onNetwork: (network: Network) => void
}

/** The house's address on one of the networks in use. */
export function ByUsdt({ addresses, shown: { account: address, isFormer, showNew, shown }, onNetwork }: Props) {
  const { t } = useWords()
  const ask = <AskSupport text={t('topUp.noAddress')} />
  if (!address) return ask
  // Also one that is not offered any more: somebody may have paid on it.
  const networks = [...new Set([...addresses, ...shown].map(({ network }) => network))]
  return (
    <section className="flex flex-col gap-3">
      {networks.length > 1 ? (
        <Segments
          label={t('money.network')}
          options={networks.map((network) => ({ value: network, text: network }))}
          value={address.network}
          onChange={onNetwork}
        />
      ) : null}
      {isFormer ? (
        <FormerAccount
          text={t('topUp.addressOver', { network: address.network, end: address.address.slice(-6) })}
          showText={t('topUp.newAddress')}
          onShow={showNew}
        >
          {ask}
        </FormerAccount>
      ) : (
        <InUse address={address} />
      )}
    </section>
  )
}

/** As text, to copy and as a QR code, always with its network. */
function InUse({ address: { network, address, qr } }: { address: Address }) {
  const { t } = useWords()
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-card bg-surface shadow-card p-4">
        <p className="text-center text-sm text-quiet">{t('topUp.sendTo', { network })}</p>
        <QrCode text={qr} />
        <div className="flex w-full items-center gap-2 rounded-card bg-background py-1 pr-1 pl-3">
          <p className="min-w-0 flex-1 py-1 font-mono text-sm break-all">{address}</p>
          <CopyButton text={address} />
        </div>
      </div>
      <Notice tone="danger">{t('topUp.networkWarning', { network })}</Notice>
    </>
  )
}
