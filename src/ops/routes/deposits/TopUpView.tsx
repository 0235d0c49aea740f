import { proposeReversal, type viewDepositAsOperator } from '#contract/console/deposits'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Form, Problem, TextArea } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { CaseInHand, HandBar, useCase } from '../../reviews/in-hand.tsx'
import { statusTone } from '../../reviews/status-tone.ts'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { DecideTopUp } from './DecideTopUp.tsx'
import { TopUpCase } from './TopUpCase.tsx'
import { topUpWays } from './ways.ts'
import { useProposal } from '../../parts/proposal.ts'

type TopUp = Output<typeof viewDepositAsOperator>

/** One top-up, whatever became of it. */
export function TopUpView({ id }: { id: string }) {
  const { seen: topUp, problem, hand, onDone } = useCase(topUpWays, id)
  return (
    <>
      <PageHead
        title={topUp ? `${t('kind.deposit')} · ${topUp.account}` : t('kind.deposit')}
        beside={
          <Link to="/deposits/all" className="text-sm text-brand underline">
            {t('deposits.back')}
          </Link>
        }
      />
      <Problem error={problem} />
      {topUp && !topUp.decided ? <HandBar seen={topUp} hand={hand} /> : null}
      {topUp ? (
        <TopUpCase topUp={topUp}>
          {topUp.decided ? (
            <Decided topUp={topUp} decided={topUp.decided} />
          ) : (
            <CaseInHand value={hand.isMine}>
              <DecideTopUp seen={topUp} onDone={onDone} />
            </CaseInHand>
          )}
          <Reversal topUp={topUp} />
        </TopUpCase>
      ) : null}
    </>
  )
}

type DecidedProps = { topUp: TopUp; decided: NonNullable<TopUp['decided']> }

function Decided({ topUp: { status, reversal }, decided }: DecidedProps) {
  const reason = decided.reason && sharedWords().deposit_reason[decided.reason]
  return (
    <Panel
      title={t('deposits.decided')}
      beside={
        <Badge tone={reversal ? 'danger' : statusTone[status]}>
          {t(reversal ? 'step.reversed' : `status.${status}`)}
        </Badge>
      }
    >
      <Facts
        of={[
          [
            t('proposals.decidedBy'),
            <span key="d">
              {decided.by}, <Moment at={decided.at} />
            </span>,
          ],
          [t('deposits.credited'), decided.received && <Money key="r" value={decided.received} />],
          [t('field.reason'), [reason, decided.text].filter(Boolean).join(': ') || null],
          [t('step.reversed'), reversal && <Moment key="v" at={reversal.at} />],
          [t('deposits.shortfall'), reversal && <Money key="s" value={reversal.shortfall} />],
        ]}
      />
    </Panel>
  )
}

/** Takes back a credited top-up whose money was taken back outside: one proposes, another approves. */
function Reversal({ topUp: { id, status, reversal, isReversalProposed } }: { topUp: TopUp }) {
  const may = useMay('deposits.reverse')
  const propose = useProposal((reason: string) => call(proposeReversal, { id, reason }))
  if (status !== 'passed' || reversal) return null
  if (isReversalProposed)
    return (
      <Panel title={t('reverse.title')}>
        <p className="text-sm">
          {t('reverse.waits')}{' '}
          <Link to="/proposals" className="text-brand underline">
            {t('proposals.title')}
          </Link>
        </p>
      </Panel>
    )
  return may ? (
    <Panel title={t('reverse.title')}>
      <Form error={propose.error} onSend={({ reason }) => propose.mutate(reason!)}>
        <p className="text-sm text-quiet">{t('reverse.means')}</p>
        <TextArea label={t('field.reason')} name="reason" required minLength={5} maxLength={500} rows={2} />
        <div>
          <Button type="submit" look="danger" disabled={propose.isPending}>
            {t('reverse.propose')}
          </Button>
        </div>
      </Form>
    </Panel>
  ) : null
}
