import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Bell,
  Gauge,
  Headset,
  History,
  IdCard,
  Info,
  KeyRound,
  Languages,
  ListChecks,
  Lock,
  MonitorSmartphone,
  Moon,
  ReceiptText,
  ShieldCheck,
  WalletCards,
} from 'lucide-react'
import { languageNames } from '../../../i18n/names.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { certificationQuery } from '../../../queries/person.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { ExclusionNotice } from '../../../shell/protection/ExclusionNotice.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'
import { LogOut } from './LogOut.tsx'
import { type Me, Notices, Person, Purse } from './Person.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function MinePage() {
  const { t } = useWords()
  const { data: me, error, refetch } = useQuery(meQuery)
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <h1 className="sr-only">{t('page.mine')}</h1>
      {me ? (
        <>
          <Person me={me} />
          <Notices me={me} />
          {me.exclusion ? <ExclusionNotice exclusion={me.exclusion} /> : null}
          <Purse me={me} />
          <Ways me={me} />
          <LogOut />
        </>
      ) : error ? (
        <FetchError error={error} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
    </main>
  )
}

/** Everything that is reached from here. */
function Ways({ me }: { me: Me }) {
  const { t, locale } = useWords()
  const { data: site } = useQuery(siteQuery)
  return (
    <>
      <Rows>
        <Row Icon={IdCard} label={t('my.profile')} to="/my/userdata" />
        <Row Icon={BadgeCheck} label={t('my.certification')} value={<Certification />} to="/my/certification" />
      </Rows>
      <Rows>
        <Row Icon={WalletCards} label={t('pay.wallets')} to="/pay/banklist" />
        <Row Icon={ReceiptText} label={t('pay.betOrders')} to="/pay/xzlist" />
        <Row Icon={ListChecks} label={t('pay.reviews')} to="/pay/shlist" />
        <Row Icon={History} label={t('pay.statement')} to="/pay/lslist" />
        <Row Icon={Gauge} label={t('my.limits')} to="/my/limits" />
      </Rows>
      <Rows>
        <Row Icon={Lock} label={t('my.loginPassword')} to="/my/loginpwd" />
        <Row
          Icon={KeyRound}
          label={t('my.paymentPassword')}
          value={me.hasPaymentPassword ? t('mine.set') : t('mine.unset')}
          to="/my/paypwd"
        />
        <Row Icon={ShieldCheck} label={t('my.factors')} to="/my/factors" />
        <Row Icon={MonitorSmartphone} label={t('my.sessions')} to="/my/sessions" />
      </Rows>
      <Rows>
        {site?.pushKey ? <Row Icon={Bell} label={t('push.title')} to="/my/notifications" /> : null}
        <Row Icon={Languages} label={t('my.language')} value={languageNames[locale]} to="/my/language" />
        <Row Icon={Moon} label={t('mine.dark')} value={<ThemeSwitch />} />
      </Rows>
      <Rows>
        <Row Icon={Headset} label={t('page.support')} to="/kefu/kefu" />
        <Row Icon={Info} label={t('my.about')} to="/my/about" />
      </Rows>
    </>
  )
}

const standings = {
  none: 'mine.certNone',
  waiting: 'mine.certWaiting',
  under_review: 'mine.certUnderReview',
  passed: 'mine.certPassed',
  rejected: 'mine.certRejected',
} as const

/** How far the certification is; nothing while that is not known. */
function Certification() {
  const { t } = useWords()
  const { data } = useQuery(certificationQuery)
  if (!data) return null
  const standing = data.latest?.status ?? 'none'
  return <span className={standing === 'passed' ? 'text-good' : 'text-warning'}>{t(standings[standing])}</span>
}

/** A placeholder as high as the page's content. */
function Skeleton() {
  const { t } = useWords()
  return (
    <output aria-label={t('common.loading')} className="flex flex-col gap-4">
      {['h-14', 'h-36', 'h-26', 'h-52', 'h-52'].map((height, at) => (
        <span
          key={height + String(at)}
          className={`block rounded-card motion-safe:animate-pulse bg-surface ${height}`}
        />
      ))}
    </output>
  )
}
