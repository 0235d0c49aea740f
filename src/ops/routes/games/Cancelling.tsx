import { proposeCancel } from '#contract/console/games'
import type { stopWhys } from '#contract/play/draws'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form, Input } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { WhyChoice } from './SwitchDialogs.tsx'
import type { Viewed } from './standing.ts'
import { useProposal } from '../../parts/proposal.ts'

const tones = { open: 'warning', approved: 'danger', declined: 'plain' } as const

/** What was decided about cancelling the draw, and the form to propose it while nobody can know its numbers. */
export function Cancelling({ viewed, isEarly }: { viewed: Viewed; isEarly: boolean }) {
  const may = useMay('draws.cancel')
  const { cancelling, period } = viewed
  const canPropose = may && isEarly && cancelling?.status !== 'open'
  if (!cancelling && !canPropose) return null
  return (
    <Panel title={t('cancel.title')}>
      <div className="flex flex-col gap-3 text-sm">
        {cancelling ? (
          <div className="flex flex-col gap-1">
            <p className="flex items-center gap-2">
              <Badge tone={tones[cancelling.status]}>{t(`proposals.${cancelling.status}`)}</Badge>
              {t(`why.${cancelling.why}`)}
            </p>
            <p>“{cancelling.reason}”</p>
            <p className="text-xs text-quiet">
              {[cancelling.proposedBy, cancelling.decidedBy].filter(Boolean).join(' + ')},{' '}
              <Moment at={cancelling.proposedAt} />
            </p>
          </div>
        ) : null}
        {cancelling?.status === 'open' ? (
          <p>
            {t('cancel.waits')}{' '}
            <Link to="/proposals" className="text-brand underline">
              {t('proposals.title')}
            </Link>
          </p>
        ) : null}
        {canPropose ? <Propose drawId={period.drawId} /> : null}
      </div>
    </Panel>
  )
}

function Propose({ drawId }: { drawId: string }) {
  const propose = useProposal(({ why, reason }: Readonly<Record<string, string>>) =>
    call(proposeCancel, { drawId, why: why as (typeof stopWhys)[number], reason: reason! }),
  )
  return (
    <Form label={t('cancel.title')} error={propose.error} onSend={(given) => propose.mutate(given)}>
      <p className="text-quiet">{t('cancel.means')}</p>
      <WhyChoice />
      <Input label={t('games.reason')} name="reason" required minLength={5} maxLength={500} />
      <div>
        <Button type="submit" look="danger" disabled={propose.isPending}>
          {t('cancel.propose')}
        </Button>
      </div>
    </Form>
  )
}
