import { useMutation } from '@tanstack/react-query'
import { openCase, resolveCase } from '#contract/service/desk'
import { useNow } from '#ui/browser/now.ts'
import { call } from '../../client.ts'
import { Moment } from '../../parts/Moment.tsx'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Problem, TextArea } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { GiveCard } from '../../reviews/GiveCard.tsx'
import { useMay } from '../../shell/me.ts'
import type { Viewed } from './viewed.ts'

type Props = { conversation: Viewed['conversation']; onChange: () => void }

/** Beside a conversation: its complaints with their clocks, and the cards that can be given. */
export function CaseAndCard({ conversation, onChange }: Props) {
  const mayGive = useMay('receiving.give')
  return (
    <div className="flex flex-col gap-4">
      <Cases conversation={conversation} onChange={onChange} />
      {mayGive && conversation.playerId ? (
        <GiveCard
          playerId={conversation.playerId}
          seen={conversation.newest}
          renderCard={({ bankName, cardNumber, validUntil }) => (
            <>
              {bankName} ···· {cardNumber?.slice(-4)}
              <br />
              <span className="text-xs text-quiet">{validUntil ? <Moment at={validUntil} /> : null}</span>
            </>
          )}
          onGiven={onChange}
        />
      ) : null}
    </div>
  )
}

function Cases({ conversation: { id, newest, cases, openCase: current }, onChange }: Props) {
  const now = useNow(15_000)
  const mayAnswer = useMay('service.answer')
  const begin = useMutation({ mutationFn: () => call(openCase, { id }), onSuccess: onChange })
  const resolve = useMutation({
    mutationFn: (text: string) => call(resolveCase, { id, text, seen: newest }),
    onSuccess: onChange,
  })
  return (
    <Panel title={t('service.cases')}>
      <ul className="flex flex-col gap-2 text-sm">
        {cases.map(({ number, dueAt, resolvedAt }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-2">
            <Badge tone={resolvedAt ? 'good' : dueAt < now ? 'danger' : 'warning'}>{number}</Badge>
            <Moment at={resolvedAt ?? dueAt} />
          </li>
        ))}
      </ul>
      {mayAnswer && current ? (
        <Form error={resolve.error} onSend={({ text }) => resolve.mutate(text!.trim())} className="flex flex-col gap-2">
          <TextArea label={t('service.resolution')} name="text" required />
          <Button type="submit" disabled={resolve.isPending}>
            {t('service.resolve')}
          </Button>
        </Form>
      ) : null}
      {mayAnswer && !current ? (
        <>
          <Button className="mt-2" disabled={begin.isPending} onClick={() => begin.mutate()}>
            {t('service.openCase')}
          </Button>
          <Problem error={begin.error} />
        </>
      ) : null}
    </Panel>
  )
}
