import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused } from '#contract/client'
import { actionRefusal } from '#core/rules/account-status'
import { nationNames } from '../../../i18n/nations.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { certificationQuery } from '../../../queries/person.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { CopyButton } from '../../../shell/fields/CopyButton.tsx'
import { Notice } from '../../pay/Notice.tsx'
import { statusText } from '../certification/status-text.ts'
import { AvatarPicker } from './AvatarPicker.tsx'
import { ChangeContactSheet } from './ChangeContactSheet.tsx'
import { EditProfileSheet } from './EditProfileSheet.tsx'
import { MyData } from './MyData.tsx'

export function UserDataPage() {
  const { t, locale } = useWords()
  const asked = useQuery(meQuery)
  const { data: certification } = useQuery(certificationQuery)
  const [open, setOpen] = useState<'profile' | 'email' | 'phone' | null>(null)
  const close = () => setOpen(null)
  const me = asked.data
  if (!me) return <PendingPage for={asked} />
  const barred = actionRefusal(me.status, 'change_profile')
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      {barred ? (
        <Notice tone="danger">
          <Outcome of={{ error: new Refused(barred), isPending: false, failureCount: 0 }} />
        </Notice>
      ) : null}
      <AvatarPicker nickname={me.nickname} avatarId={me.avatarId} />
      <Rows>
        <Row label={t('account.nickname')} value={me.nickname} onClick={() => setOpen('profile')} />
        <Row label={t('profile.contact')} value={me.contact || t('profile.none')} onClick={() => setOpen('profile')} />
      </Rows>
      <Rows>
        <Row label={t('account.account')} value={me.account} />
        <Row label={t('account.email')} value={me.email} onClick={() => setOpen('email')} />
        <Row label={t('account.phone')} value={me.phone ?? t('profile.none')} onClick={() => setOpen('phone')} />
        {me.country ? <Row label={t('account.country')} value={nationNames(locale)(me.country)} /> : null}
        <Row
          label={t('profile.since')}
          value={new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(me.createdAt)}
        />
      </Rows>
      <Rows>
        <Row
          label={t('my.certification')}
          value={certification ? t(statusText(certification.latest)) : ' '}
          to="/my/certification"
        />
        {certification?.invitationCode ? (
          <Row
            label={t('profile.ownInvitation')}
            value={
              <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
                <span className="font-mono text-text">{certification.invitationCode}</span>
                <CopyButton text={certification.invitationCode} />
              </span>
            }
          />
        ) : null}
      </Rows>
      <MyData account={me.account} />
      {open === 'profile' ? <EditProfileSheet nickname={me.nickname} contact={me.contact} onClose={close} /> : null}
      {open === 'email' || open === 'phone' ? (
        <ChangeContactSheet field={open} email={me.email} country={me.country ?? 'VN'} onClose={close} />
      ) : null}
    </main>
  )
}
