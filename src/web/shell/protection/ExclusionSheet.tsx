import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginExclusion } from '#contract/people/protection'
import { timeText } from '#core/writing/time-text'
import {
  type ExclusionSpan,
  exclusionKind,
  exclusionKinds,
  exclusionMs,
  exclusionSpans,
} from '#core/rules/play/exclusion'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { useWords } from '../../i18n/words.ts'
import { refreshMoney } from '../../queries/accounts.ts'
import { serverNow } from '../../state/clock.ts'
import { useIsOnline } from '../OfflineBanner.tsx'
import { Outcome } from '../Outcome.tsx'
import { kindTexts, spanText } from './words.ts'

/** What would end less than this later is as good as what runs already: it was begun a moment ago. */
const laterLeastMs = 3_600_000

type Props = { beyond?: number | undefined; onClose: () => void }

/** Two steps: how long, then what it means and until when. `beyond` leaves out what would not last longer than that. */
export function ExclusionSheet({ beyond = 0, onClose }: Props) {
  const [span, setSpan] = useState<ExclusionSpan | null>(null)
  if (span) return <Meaning span={span} onBack={() => setSpan(null)} onClose={onClose} />
  return <Choice beyond={beyond} onChoose={setSpan} onClose={onClose} />
}

function Choice({ beyond, onChoose, onClose }: Required<Props> & { onChoose: (span: ExclusionSpan) => void }) {
  const { t, locale } = useWords()
  const [openedAt] = useState(serverNow)
  const longer = exclusionSpans.filter((span) => openedAt + exclusionMs(span) > (beyond ?? 0) + laterLeastMs)
  return (
    <Sheet title={t('protection.howLong')} onClose={onClose}>
      {exclusionKinds.map((kind) => {
        const spans = longer.filter((span) => exclusionKind(span) === kind)
        if (spans.length === 0) return null
        return (
          <section key={kind} className="flex flex-col gap-2">
            <h3 className="font-semibold">{t(kindTexts[kind].name)}</h3>
            <p className="text-sm text-quiet">{t(kindTexts[kind].end)}</p>
            <div className="grid grid-cols-2 gap-2">
              {spans.map((span) => (
                <Button key={span} look="quiet" onClick={() => onChoose(span)}>
                  {spanText(span, locale)}
                </Button>
              ))}
            </div>
          </section>
        )
      })}
      <Button look="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  )
}

function Meaning({ span, onBack, onClose }: { span: ExclusionSpan; onBack: () => void; onClose: () => void }) {
  const { t, locale } = useWords()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const [chosenAt] = useState(serverNow)
  const begin = useMutation({
    mutationFn: () => call(beginExclusion, { span }),
    onSuccess: async () => {
      toast(t('protection.begun'))
      await refreshMoney(queries)
      onClose()
    },
  })
  const kind = exclusionKind(span)
  const meanings = [
    t('protection.closed', { time: timeText(chosenAt + exclusionMs(span), locale) }),
    t('protection.final'),
    t(kindTexts[kind].end),
    t('protection.repeatOrders'),
    t('protection.devices'),
    t('protection.stays'),
  ]
  return (
    <Sheet title={t('protection.sure', { span: spanText(span, locale) })} onClose={onClose}>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {meanings.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Outcome of={begin} />
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={onBack}>
          {t('page.back')}
        </Button>
        <Button disabled={!isOnline || begin.isPending} onClick={() => begin.mutate()}>
          {t('protection.begin')}
        </Button>
      </div>
    </Sheet>
  )
}
