import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { removeWallet, setDefaultWallet } from '#contract/money/wallets'
import { Button, buttonClass } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { toast } from '#ui/Toast'
import { call } from '../../../client.ts'
import { useWords } from '../../../i18n/words.ts'
import { refreshMoney } from '../../../queries/accounts.ts'
import { walletsQuery } from '../../../queries/money.ts'
import { Link } from '../../../shell/Link.tsx'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'
import { Empty } from '../Empty.tsx'
import { WalletLabel } from '../WalletLabel.tsx'
import { useUntilHidden } from '../until-hidden.ts'
import { type Wallet, WalletCard } from './WalletCard.tsx'

export function WalletsPage() {
  const { t } = useWords()
  const queries = useQueryClient()
  const asked = useQuery(walletsQuery)
  const [leaving, setLeaving] = useUntilHidden<Wallet>()
  const prefer = useMutation({
    mutationFn: (id: string) => call(setDefaultWallet, { id }),
    onSuccess: async () => {
      await refreshMoney(queries)
      toast(t('success.modified'))
    },
  })
  const wallets = asked.data?.items
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      {asked.error && !wallets ? <FetchError error={asked.error} onRetry={asked.refetch} /> : null}
      {asked.isPending ? <output className="h-32 rounded-card bg-surface" aria-label={t('common.loading')} /> : null}
      {wallets?.length === 0 ? (
        <Empty picture="wallet" text={t('wallet.empty')}>
          <AddLink />
        </Empty>
      ) : null}
      {prefer.error ? <Outcome of={prefer} /> : null}
      {wallets && wallets.length > 0 ? (
        <>
          <ul className="flex flex-col gap-3">
            {wallets.map((wallet) => (
              <WalletCard
                key={wallet.id}
                wallet={wallet}
                isBusy={prefer.isPending}
                onPrefer={() => prefer.mutate(wallet.id)}
                onRemove={() => setLeaving(wallet)}
              />
            ))}
          </ul>
          <AddLink />
        </>
      ) : null}
      {leaving ? <RemoveSheet wallet={leaving} onClose={() => setLeaving(null)} /> : null}
    </main>
  )
}

function AddLink() {
  const { t } = useWords()
  return (
    <Link to="/pay/bankadd" className={buttonClass('brand')}>
      {t('pay.addWallet')}
    </Link>
  )
}

function RemoveSheet({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const remove = useMutation({
    mutationFn: () => call(removeWallet, { id: wallet.id }),
    onSuccess: async () => {
      await refreshMoney(queries)
      onClose()
      toast(t('success.modified'))
    },
  })
  return (
    <Sheet title={t('wallet.removeTitle')} onClose={onClose}>
      <WalletLabel wallet={wallet} />
      <p className="text-quiet">{t('wallet.removeAbout')}</p>
      <Outcome of={remove} />
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!isOnline || remove.isPending} onClick={() => remove.mutate()}>
          {t('common.remove')}
        </Button>
      </div>
    </Sheet>
  )
}
