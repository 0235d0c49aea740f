import type { Output } from '#contract/endpoint'
import type { listWallets } from '#contract/money/wallets'
import { timeText } from '#core/writing/time-text'
import { Button } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { CopyButton } from '../../../shell/fields/CopyButton.tsx'
import { useClock } from '../../../state/clock.ts'
import { Notice } from '../Notice.tsx'
import { WalletLabel } from '../WalletLabel.tsx'
import { BankDetails } from './BankDetails.tsx'

export type Wallet = Output<typeof listWallets>['items'][number]
type Props = { wallet: Wallet; isBusy: boolean; onPrefer: () => void; onRemove: () => void }

/** One wallet, what there is to know about it, and what can be done with it. */
export function WalletCard({ wallet, isBusy, onPrefer, onRemove }: Props) {
  const { t, locale } = useWords()
  const isOnline = useIsOnline()
  const isWaiting = useClock((nowMs) => wallet.usableFrom > nowMs)
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface shadow-card p-4">
      <div className="flex items-start gap-2">
        <WalletLabel wallet={wallet}>
          {wallet.isDefault ? (
            <span className="mt-1 self-start rounded-full bg-brand-soft px-2.5 py-0.5 text-xs leading-5 font-semibold text-brand">
              {t('wallet.default')}
            </span>
          ) : null}
        </WalletLabel>
        {wallet.address ? <CopyButton text={wallet.address} /> : null}
      </div>
      <BankDetails wallet={wallet} />
      {isWaiting ? (
        <Notice tone="warning">{t('wallet.usableFrom', { time: timeText(wallet.usableFrom, locale) })}</Notice>
      ) : null}
      {wallet.nameDiffers ? <Notice tone="warning">{t('wallet.nameDiffers')}</Notice> : null}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {wallet.isDefault ? null : (
          <Button look="quiet" disabled={isBusy || !isOnline} onClick={onPrefer}>
            {t('wallet.makeDefault')}
          </Button>
        )}
        <Button look="quiet" disabled={!isOnline} onClick={onRemove}>
          {t('common.remove')}
        </Button>
      </div>
    </li>
  )
}
