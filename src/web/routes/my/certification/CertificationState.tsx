import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import type { myCertification } from '#contract/people/certifications'
import type { Output } from '#contract/endpoint'
import { Button } from '#ui/Button'
import { nationNames } from '../../../i18n/nations.ts'
import { type Key, useWords } from '../../../i18n/words.ts'
import { CopyButton } from '../../../shell/fields/CopyButton.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { documentText } from './document-text.ts'
import { statusText } from './status-text.ts'

type Certification = Output<typeof myCertification>
type Latest = NonNullable<Certification['latest']>
type Props = { latest: Latest; invitationCode: string | null; onAgain: () => void }

const looks: Record<Latest['status'], { Icon: LucideIcon; tone: string; about: Key }> = {
  waiting: { Icon: Clock, tone: 'bg-warning-soft text-warning', about: 'certification.waitingAbout' },
  under_review: { Icon: Clock, tone: 'bg-warning-soft text-warning', about: 'certification.underReviewAbout' },
  passed: { Icon: CircleCheck, tone: 'bg-brand-soft text-brand', about: 'certification.passedAbout' },
  rejected: { Icon: CircleAlert, tone: 'bg-danger-soft text-danger', about: 'certification.rejectedAbout' },
}

/** Where the player's application stands, and what can be done about it. */
export function CertificationState({ latest, invitationCode, onAgain }: Props) {
  const { t, locale } = useWords()
  const { Icon, tone, about } = looks[latest.status]
  const day = (instant: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(instant)
  const { reason } = latest
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <section className={`flex gap-3 rounded-card p-4 ${tone}`}>
        <Icon aria-hidden className="size-6 shrink-0" />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="font-semibold">{t(statusText(latest))}</h2>
          {reason && reason.code !== 'other' ? <p>{t(`certification_reason.${reason.code}`)}</p> : null}
          {reason?.text ? <p className="wrap-anywhere">{reason.text}</p> : null}
          <p>{t(about)}</p>
        </div>
      </section>
      {latest.status === 'rejected' ? <Button onClick={onAgain}>{t('certification.again')}</Button> : null}
      {invitationCode ? <OwnInvitation code={invitationCode} /> : null}
      <Rows>
        <Row label={t('certification.legalName')} value={latest.legalName} />
        <Row label={t('certification.bornOn')} value={birthday(latest.bornOn, locale)} />
        <Row label={t('account.country')} value={nationNames(locale)(latest.country)} />
        <Row label={t(documentText[latest.documentKind])} value={`••• ${latest.documentEnd}`} />
        <Row label={t('certification.appliedOn')} value={day(latest.createdAt)} />
        {latest.decidedAt ? <Row label={t('certification.decidedOn')} value={day(latest.decidedAt)} /> : null}
      </Rows>
    </main>
  )
}

/** A date without an hour is the same everywhere. */
function birthday(bornOn: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(bornOn))
}

function OwnInvitation({ code }: { code: string }) {
  const { t } = useWords()
  return (
    <section className="flex flex-col gap-1 rounded-card bg-surface shadow-card p-4">
      <h2 className="text-sm font-medium text-quiet">{t('profile.ownInvitation')}</h2>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-mono text-xl">{code}</span>
        <CopyButton text={code} />
      </p>
      <p className="text-sm text-quiet">{t('certification.invitationAbout')}</p>
    </section>
  )
}
