import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type PushKind, pushKinds } from '#core/rules/play/push'
import { toast } from '#ui/Toast'
import { type Key, useWords } from '../../../i18n/words.ts'
import { choosePushKindsMutation, pushQuery, switchPushMutation } from '../../../queries/push.ts'
import { siteQuery } from '../../../queries/site.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Rows } from '../../../shell/Rows.tsx'
import { SwitchRow } from '../../../shell/fields/Switch.tsx'
import { PushFailed, pushAbility } from '../../../shell/push/browser.ts'

/** Whether this browser receives notifications, and of what the player is notified. */
export function NotificationsPage() {
  const { t } = useWords()
  const { data: site, error, refetch } = useQuery(siteQuery)
  return (
    <main className="flex flex-1 flex-col gap-6 p-4 pb-8">
      <p className="text-sm text-quiet">{t('push.about')}</p>
      {site ? (
        site.pushKey ? (
          <>
            <Here pushKey={site.pushKey} />
            <Kinds />
          </>
        ) : (
          <p>{t('push.none')}</p>
        )
      ) : error ? (
        <FetchError error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </main>
  )
}

const obstacles = { unsupported: 'push.unsupported', blocked: 'push.blocked' } as const

/** The switch of this browser, or why it cannot be turned on. */
function Here({ pushKey }: { pushKey: string }) {
  const { t, locale } = useWords()
  const { data, error, refetch } = useQuery(pushQuery)
  const change = useMutation({ ...switchPushMutation(useQueryClient()), retry: false })
  const ability = pushAbility()
  if (ability !== 'able') return <p className="rounded-card bg-warning-soft p-4">{t(obstacles[ability])}</p>
  if (error && !data) return <FetchError error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const shown = change.isPending ? change.variables.isOn : data.isOn
  const flip = (isOn: boolean) =>
    change.mutate(isOn ? { isOn, key: pushKey, locale } : { isOn }, {
      onSuccess: () => toast(t(isOn ? 'push.turnedOn' : 'push.turnedOff')),
    })
  return (
    <div className="flex flex-col gap-2">
      <Rows>
        <SwitchRow label={t('push.here')} isOn={shown} isDisabled={change.isPending} onChange={flip} />
      </Rows>
      {change.error instanceof PushFailed ? (
        <p role="alert" className="text-danger">
          {t('push.failed')}
        </p>
      ) : change.error ? (
        <Outcome of={change} />
      ) : null}
    </div>
  )
}

/** The words of the notification itself, so that nobody is surprised by what a lock screen shows. */
const notices: Record<PushKind, Key> = {
  settled: 'pushNotice.settled',
  withdrawal: 'pushNotice.withdrawal',
  service: 'pushNotice.service',
  break_ended: 'pushNotice.break_ended',
}

/** A switch for each kind of news, for all browsers of the player. */
function Kinds() {
  const { t } = useWords()
  const id = useId()
  const { data } = useQuery(pushQuery)
  const choose = useMutation(choosePushKindsMutation(useQueryClient()))
  if (!data) return <Loading />
  const chosen = choose.isPending ? choose.variables : data.kinds
  const flip = (kind: PushKind, isOn: boolean) =>
    choose.mutate(pushKinds.filter((each) => (each === kind ? isOn : chosen.includes(each))))
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-lg font-semibold">
        {t('push.what')}
      </h2>
      <Rows>
        {pushKinds.map((kind) => (
          <SwitchRow
            key={kind}
            label={t(notices[kind])}
            isOn={chosen.includes(kind)}
            isDisabled={choose.isPending}
            onChange={(isOn) => flip(kind, isOn)}
          />
        ))}
      </Rows>
      {choose.error ? <Outcome of={choose} /> : null}
    </section>
  )
}

function Loading() {
  const { t } = useWords()
  return <output aria-label={t('common.loading')} className="h-13 rounded-card bg-surface" />
}
