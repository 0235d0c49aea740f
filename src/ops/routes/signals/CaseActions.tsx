import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused } from '#contract/client'
import {
  closeSignalCase,
  handOverSignalCase,
  lookedSignalCase,
  noteSignalCase,
  resumeSignalCase,
  takeSignalCase,
  waitSignalCase,
} from '#contract/signals/cases'
import { type CaseOutcome, caseOutcomes } from '#core/signals/case'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Problem, TextArea } from '../../parts/Form.tsx'
import { spanText } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import type { Viewed } from './viewed.ts'

const dayMs = 24 * 3_600_000

/** For how long a case may be put off, in days. */
const waits = [1, 3, 7, 14] as const

/** Runs a change of the case and shows the case anew. */
function useChange() {
  const client = useQueryClient()
  const [times, setTimes] = useState(0)
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: async () => {
      toast(t('signals.done'))
      setTimes((done) => done + 1)
      await client.invalidateQueries()
    },
    // What has changed is shown, and the text that was typed stays.
    onError: (error) =>
      error instanceof Refused && error.code === 'signal_case_changed' ? client.invalidateQueries() : undefined,
  })
  return { change, times }
}

/** Everything that can be done with a case. Only its owner can decide it; anybody who handles cases can note something. */
export function CaseActions({ of }: { of: Viewed }) {
  const { change, times } = useChange()
  const { id, isOwn, owner } = of
  const take = () => change.mutate(() => call(takeSignalCase, { id, from: owner }))
  // A key alone does not take a case from a colleague.
  const isFree = owner === null
  useShortcuts({ Enter: isFree && !change.isPending ? take : undefined })
  if (isOwn) return <OwnCase key={times} of={of} change={change} />
  return (
    <Panel title={t('case.decide')}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-quiet">{isFree ? t('signals.free') : t('signals.with', { name: owner })}</p>
        <div>
          <Button look="brand" {...(isFree && { hint: '↵' })} disabled={change.isPending} onClick={take}>
            {t(isFree ? 'case.take' : 'signals.takeOver')}
          </Button>
        </div>
        <Problem error={change.error} />
        <Note key={times} id={id} change={change} />
      </div>
    </Panel>
  )
}

type Change = ReturnType<typeof useChange>['change']

function OwnCase({ of, change }: Deciding) {
  const { id, state, lookedAt } = of
  const [way, setWay] = useState<'close' | 'looked' | 'wait' | 'note'>(lookedAt === null ? 'looked' : 'close')
  return (
    <>
      <Panel title={t('case.decide')}>
        <div className="flex flex-col gap-3">
          {state === 'waiting' ? (
            <div>
              <Button disabled={change.isPending} onClick={() => change.mutate(() => call(resumeSignalCase, { id }))}>
                {t('signals.resume')}
              </Button>
            </div>
          ) : null}
          <Choice
            label={t('signals.way')}
            value={way}
            onChange={({ target }) => setWay(target.value as typeof way)}
            options={(['looked', 'wait', 'close', 'note'] as const).map((each) => [each, t(`signals.way.${each}`)])}
          />
          {way === 'note' ? <Note id={id} change={change} /> : null}
          {way === 'looked' ? <Looked of={of} change={change} /> : null}
          {way === 'wait' ? <Wait of={of} change={change} /> : null}
          {way === 'close' ? <Close of={of} change={change} /> : null}
        </div>
      </Panel>
      <HandOver of={of} change={change} />
    </>
  )
}

type Deciding = { of: Viewed; change: Change }

const Text = () => <TextArea label={t('signals.text')} name="text" required minLength={5} maxLength={500} rows={3} />

function Note({ id, change }: { id: string; change: Change }) {
  return (
    <Form
      label={t('signals.way.note')}
      error={change.error}
      onSend={({ text }) => change.mutate(() => call(noteSignalCase, { id, text: text! }))}
    >
      <Text />
      <div>
        <Button type="submit" disabled={change.isPending}>
          {t('players.addNote')}
        </Button>
      </div>
    </Form>
  )
}

function Looked({ of: { id, seen }, change }: Deciding) {
  return (
    <Form
      label={t('signals.way.looked')}
      error={change.error}
      onSend={({ text }) => change.mutate(() => call(lookedSignalCase, { id, seen, text: text! }))}
    >
      <p className="text-sm text-quiet">{t('signals.lookedMeans')}</p>
      <Text />
      <div>
        <Button type="submit" look="brand" disabled={change.isPending}>
          {t('signals.way.looked')}
        </Button>
      </div>
    </Form>
  )
}

function Wait({ of: { id, seen }, change }: Deciding) {
  return (
    <Form
      label={t('signals.way.wait')}
      error={change.error}
      onSend={({ text, days }) =>
        change.mutate(() => call(waitSignalCase, { id, seen, text: text!, dueAt: Date.now() + Number(days) * dayMs }))
      }
    >
      <p className="text-sm text-quiet">{t('signals.waitMeans')}</p>
      <Choice
        label={t('signals.dueIn')}
        name="days"
        options={waits.map((days) => [String(days), spanText('day', days)])}
      />
      <Text />
      <div>
        <Button type="submit" look="brand" disabled={change.isPending}>
          {t('signals.way.wait')}
        </Button>
      </div>
    </Form>
  )
}

function Close({ of: { id, seen }, change }: Deciding) {
  return (
    <Form
      label={t('signals.way.close')}
      error={change.error}
      onSend={({ text, conclusion }) =>
        change.mutate(() => call(closeSignalCase, { id, seen, text: text!, conclusion: conclusion as CaseOutcome }))
      }
    >
      <Choice
        label={t('signals.outcome')}
        name="conclusion"
        options={caseOutcomes.map((outcome) => [outcome, t(`outcome.${outcome}`)])}
      />
      <p className="text-sm text-quiet">{t('signals.closeMeans')}</p>
      <Text />
      <div>
        <Button type="submit" look="brand" disabled={change.isPending}>
          {t('signals.way.close')}
        </Button>
      </div>
    </Form>
  )
}

function HandOver({ of: { id, colleagues }, change }: Deciding) {
  return (
    <Panel title={t('signals.handOver')}>
      <Form
        error={null}
        label={t('signals.handOver')}
        onSend={({ account }) => change.mutate(() => call(handOverSignalCase, { id, account: account || null }))}
      >
        <Choice
          label={t('service.colleague')}
          name="account"
          options={[['', t('signals.nobody')], ...colleagues.map((account) => [account, account] as const)]}
        />
        <div>
          <Button type="submit" disabled={change.isPending}>
            {t('signals.handOver')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
