import { Headset, House, type LucideIcon, ReceiptText, UserRound } from 'lucide-react'
import { type Key, useWords } from '../i18n/words.ts'
import { Link } from './Link.tsx'

const tabs: readonly { to: string; label: Key; Icon: LucideIcon }[] = [
  { to: '/', label: 'page.home', Icon: House },
  { to: '/pay/xzlist', label: 'pay.betOrders', Icon: ReceiptText },
  { to: '/kefu/kefu', label: 'page.support', Icon: Headset },
  { to: '/my/my', label: 'page.mine', Icon: UserRound },
]

/** The four places under the thumb. Going between them leaves no trail to walk back. */
export function TabBar({ path }: { path: string }) {
  const { t } = useWords()
  return (
    <nav
      aria-label={t('page.tabs')}
      className="sticky bottom-0 z-20 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {tabs.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          replace
          aria-current={to === path ? 'page' : undefined}
          className="flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-xs leading-tight text-quiet aria-[current=page]:font-semibold aria-[current=page]:text-brand"
        >
          <Icon aria-hidden className="size-6 shrink-0" />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
