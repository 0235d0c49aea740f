import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint'
import type { listSessions } from '#contract/people/sessions'
import { timeText } from '#core/writing/time-text'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { agoText } from '../../../i18n/times.ts'
import { useWords } from '../../../i18n/words.ts'
import { endSessionsMutation, sessionsQuery } from '../../../queries/sessions.ts'
import { Outcome } from '../../../shell/Outcome.tsx'
import { Rows } from '../../../shell/Rows.tsx'
import { FetchError } from '../../../shell/FetchError.tsx'
import { readAgent } from './agent.ts'

type Session = Output<typeof listSessions>['items'][number]
/** What is about to be ended: one session, or every other. */
type Asked = Session | 'others'

export function SessionsPage() {
  const { t } = useWords()
  const { data, dataUpdatedAt, error, refetch } = useQuery(sessionsQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!data)
    return (
      <main className="flex-1 p-4">
        {error ? (
          <FetchError error={error} onRetry={refetch} />
        ) : (
          <output aria-label={t('common.loading')} className="block h-24 rounded-card bg-surface" />
        )}
      </main>
    )
  const ownFirst = data.items.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      <Rows>
        {ownFirst.map((each) => (
          <SessionRow key={each.id} session={each} nowMs={dataUpdatedAt} onEnd={() => setAsked(each)} />
        ))}
      </Rows>
      {data.items.length > 1 ? (
        <>
          <p className="text-sm text-quiet">{t('sessions.why')}</p>
          <Button look="quiet" onClick={() => setAsked('others')}>
            {t('sessions.endOthers')}
          </Button>
        </>
      ) : null}
      {asked ? <EndSheet asked={asked} onClose={() => setAsked(null)} /> : null}
    </main>
  )
}

function SessionRow({ session, nowMs, onEnd }: { session: Session; nowMs: number; onEnd: () => void }) {
  const { t, locale } = useWords()
  const name = readAgent(session.agent) ?? t('sessions.unknown')
  return (
    <li className="flex items-center gap-3 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm wrap-anywhere text-quiet">{session.address}</p>
        <p className="text-sm text-quiet">{t('sessions.since', { time: timeText(session.createdAt, locale) })}</p>
        {session.isThis ? (
          <p className="text-sm font-semibold text-good">{t('sessions.this')}</p>
        ) : (
          <p className="text-sm text-quiet">{t('sessions.seen', { time: agoText(nowMs - session.seenAt, locale) })}</p>
        )}
      </div>
      {session.isThis ? null : (
        <button
          type="button"
          onClick={onEnd}
          aria-label={`${t('account.logout')}: ${name}, ${session.address}`}
          className="min-h-11 shrink-0 px-2 font-semibold text-brand"
        >
          {t('account.logout')}
        </button>
      )}
    </li>
  )
}

function EndSheet({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useWords()
  const end = useMutation(endSessionsMutation(useQueryClient()))
  const isOne = asked !== 'others'
  return (
    <Sheet title={isOne ? t('sessions.endTitle') : t('sessions.endOthersTitle')} onClose={onClose}>
      {isOne ? (
        <p>
          {readAgent(asked.agent) ?? t('sessions.unknown')} · {asked.address}
        </p>
      ) : null}
      <p className="text-quiet">{t('sessions.endText')}</p>
      <Outcome of={end} />
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={end.isPending} onClick={() => end.mutate(isOne ? asked.id : null, { onSuccess: onClose })}>
          {t('account.logout')}
        </Button>
      </div>
    </Sheet>
  )
}
