import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/Button'
import { toast } from '#ui/Toast'
import { useWords } from '../../i18n/words.ts'
import { pushQuery, switchPushMutation } from '../../queries/push.ts'
import { siteQuery } from '../../queries/site.ts'
import { pushAbility } from './browser.ts'

const storageKey = 'clearball.push-offer'

/** Offers notifications after the first bet of this browser, once, where they are possible and not on yet. */
export function PushOffer() {
  const { t, locale } = useWords()
  const queries = useQueryClient()
  const { data: site } = useQuery(siteQuery)
  const { data: push } = useQuery(pushQuery)
  const [isWanted, setWanted] = useState(() => localStorage.getItem(storageKey) === null && pushAbility() === 'able')
  const key = site?.pushKey
  const isShown = isWanted && !!key && push?.isOn === false
  useEffect(() => {
    if (isShown) localStorage.setItem(storageKey, '1')
  }, [isShown])
  const turnOn = useMutation({
    ...switchPushMutation(queries),
    retry: false,
    onSuccess: () => toast(t('push.turnedOn')),
    onError: () => toast(t('push.failed'), 'bad'),
  })
  if (!isShown) return null
  const answer = () => {
    setWanted(false)
    turnOn.mutate({ isOn: true, key, locale })
  }
  return (
    <section
      aria-label={t('push.title')}
      className="fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 mx-auto max-w-[480px] px-2"
    >
      <div className="flex flex-wrap items-center justify-end gap-3 rounded-card border border-line bg-raised p-3 shadow-card">
        <Bell aria-hidden className="size-5 shrink-0 text-brand" />
        <p className="min-w-40 flex-1 text-sm font-medium">{t('push.offer')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => setWanted(false)}>
            {t('common.later')}
          </Button>
          <Button onClick={answer}>{t('push.turnOn')}</Button>
        </div>
      </div>
    </section>
  )
}
