import { Plus } from 'lucide-react'
import { useId } from 'react'
import { timeText } from '#core/writing/time-text'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { WalletLabel } from '../WalletLabel.tsx'
import type { Wallet } from '../banklist/WalletCard.tsx'

type Props = { wallets: readonly Wallet[]; now: number; value: string | undefined; onChange: (id: string) => void }

/** Where it goes. A wallet that still waits says until when, and cannot be chosen before. */
export function WalletChoice({ wallets, now, value, onChange }: Props) {
  const { t, locale } = useWords()
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="pb-1 text-sm font-medium text-quiet">{t('withdrawal.to')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-card">
        {wallets.map((wallet) => (
          <label
            key={wallet.id}
            className="flex min-h-14 items-center not-has-disabled:cursor-pointer gap-3 px-4 py-3 has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-(--focus)"
          >
            <WalletLabel wallet={wallet}>
              {wallet.usableFrom > now ? (
                <span className="text-sm text-warning">
                  {t('wallet.usableFrom', { time: timeText(wallet.usableFrom, locale) })}
                </span>
              ) : null}
            </WalletLabel>
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-brand"
              disabled={wallet.usableFrom > now}
              checked={wallet.id === value}
              onChange={() => onChange(wallet.id)}
            />
          </label>
        ))}
        <Link to="/pay/bankadd" className="flex min-h-12 items-center gap-3 px-4 font-semibold text-brand">
          <Plus aria-hidden className="size-5" />
          {t('pay.addWallet')}
        </Link>
      </div>
    </fieldset>
  )
}
