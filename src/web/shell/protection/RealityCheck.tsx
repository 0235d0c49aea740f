import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Output } from '#contract/endpoint'
import { answerRealityCheck, type showRealityCheck } from '#contract/people/protection'
import { Amount } from '#ui/Amount'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { call } from '../../client.ts'
import { useWords } from '../../i18n/words.ts'
import { meQuery, signOutMutation } from '../../queries/accounts.ts'
import { realityCheckQuery } from '../../queries/protection.ts'
import { Outcome } from '../Outcome.tsx'
import { Row, Rows } from '../Rows.tsx'
import { ExclusionSheet } from './ExclusionSheet.tsx'
import { playedText } from './words.ts'

type Check = Output<typeof showRealityCheck>

/** How long to wait before asking again when no answer came. */
const againMs = 5_000

/**
 * Appears when the server says that it is time. The phone's clock plays no part: the server answers how long to wait,
 * and is asked again afterwards.
 */
export function RealityCheck() {
  const queries = useQueryClient()
  const { data: me, dataUpdatedAt } = useQuery(meQuery)
  const [check, setCheck] = useState<Check | null>(null)
  const inMs = me?.realityCheckInMs ?? null
  const isShown = check !== null
  useEffect(() => {
    if (inMs === null || isShown) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const look = async () => {
      try {
        const found = await queries.fetchQuery({ ...realityCheckQuery, staleTime: 0 })
        if (isOver) return
        if (found.dueInMs === 0) setCheck(found)
        else await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      } catch {
        if (!isOver) timer = setTimeout(() => void look(), againMs)
      }
    }
    timer = setTimeout(() => void look(), Math.max(0, dataUpdatedAt + inMs - Date.now()))
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [inMs, dataUpdatedAt, isShown, queries])
  if (!check || inMs === null) return null
  return <CheckSheet check={check} onAnswered={() => setCheck(null)} />
}

/** Must be answered: go on, take a break, or leave. */
function CheckSheet({ check, onAnswered }: { check: Check; onAnswered: () => void }) {
  const { t, locale } = useWords()
  const queries = useQueryClient()
  const [isBreaking, setBreaking] = useState(false)
  const answer = useMutation({
    mutationFn: () => call(answerRealityCheck, {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      onAnswered()
    },
  })
  const leave = useMutation(signOutMutation(queries))
  if (isBreaking) return <ExclusionSheet onClose={() => setBreaking(false)} />
  const isPending = answer.isPending || leave.isPending
  return (
    <Sheet title={t('protection.checkTitle')}>
      <Rows>
        <Row label={t('protection.played')} value={playedText(check.playedMs, locale)} />
        <Row label={t('protection.staked')} value={<Amount value={check.staked} locale={locale} />} />
        <Row label={t('protection.won')} value={<Amount value={check.won} locale={locale} />} />
        <Row
          label={t('protection.net')}
          value={
            <strong className="text-text">
              <Amount value={check.net} locale={locale} isMovement />
            </strong>
          }
        />
      </Rows>
      <Outcome of={leave.error ? leave : answer} />
      <Button disabled={isPending} onClick={() => answer.mutate()}>
        {t('protection.goOn')}
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={() => setBreaking(true)}>
          {t('protection.break')}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={() => leave.mutate()}>
          {t('account.logout')}
        </Button>
      </div>
    </Sheet>
  )
}
