import type { ReactNode } from 'react'
import type { ReviewStatus } from '#core/reviews/review'
import { t } from '../i18n/words.ts'
import { Badge } from '../parts/Badge.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Problem } from '../parts/Form.tsx'
import { Moment } from '../parts/Moment.tsx'
import { PageHead, Panel } from '../parts/Panel.tsx'
import { Link } from '../shell/place.tsx'
import { CaseInHand, CaseIsOver, HandBar, type Ways, useCase } from './in-hand.tsx'
import { statusTone } from './status-tone.ts'

type Seen = {
  readonly id: string
  readonly account: string
  readonly takenBy: string | null
  readonly takenUntil: number | null
  readonly status: ReviewStatus
  readonly decided: { readonly by: string; readonly at: number } | null
}

type Props<Case extends Seen> = {
  id: string
  title: string
  ways: Ways<Case>
  /** How the case was decided, besides by whom and when. */
  decision: (seen: Case) => readonly (readonly [string, ReactNode])[]
  renderCase: (seen: Case, onDone: (said: string) => void) => ReactNode
}

/** One case, whatever became of it. Looking takes it from nobody; to decide it, it has to be taken. */
export function CaseView<Case extends Seen>({ id, title, ways, decision, renderCase }: Props<Case>) {
  const { seen, problem, hand, onDone } = useCase(ways, id)
  return (
    <>
      <PageHead
        title={seen ? `${title} · ${seen.account}` : title}
        beside={
          <Link to={`/${ways.queue}/all`} className="text-sm text-brand underline">
            {t('list.back')}
          </Link>
        }
      />
      <Problem error={problem} />
      {seen ? (
        <CaseIsOver value={seen.decided !== null}>
          <CaseInHand value={hand.isMine}>
            {seen.decided ? <Decided seen={seen} facts={decision(seen)} /> : <HandBar seen={seen} hand={hand} />}
            {renderCase(seen, onDone)}
          </CaseInHand>
        </CaseIsOver>
      ) : null}
    </>
  )
}

function Decided({
  seen: { status, decided },
  facts,
}: {
  seen: Seen
  facts: readonly (readonly [string, ReactNode])[]
}) {
  return (
    <Panel
      title={t('deposits.decided')}
      className="mb-4"
      beside={<Badge tone={statusTone[status]}>{t(`status.${status}`)}</Badge>}
    >
      <Facts
        of={[
          [
            t('proposals.decidedBy'),
            <span key="by">
              {decided!.by}, <Moment at={decided!.at} />
            </span>,
          ],
          ...facts,
        ]}
      />
    </Panel>
  )
}
