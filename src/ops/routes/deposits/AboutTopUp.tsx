import type { takeDeposit } from '#contract/console/deposits'
import type { Output } from '#contract/endpoint'
import { t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Flags } from '../../reviews/Flags.tsx'
import { StepList } from '../../reviews/StepList.tsx'

type TopUp = Omit<Output<typeof takeDeposit>, 'needsTwo' | 'alike' | 'takenUntil'> & { needsTwo?: boolean }

/** What was sent where, by whom, and what happened to it. */
export function AboutTopUp({ topUp }: { topUp: TopUp }) {
  return (
    <Panel title={t('case.about')}>
      <div className="flex flex-col gap-3">
        <Flags of={topUp.isSentToFormer ? ['sent_to_former'] : []} />
        {topUp.needsTwo ? <Badge tone="warning">{t('case.needsTwo')}</Badge> : null}
        <Facts
          of={[
            [t('field.account'), topUp.account],
            [t('field.legalName'), topUp.legalName ?? '–'],
            [t('field.declared'), <Money key="a" value={topUp.amount} />],
            [t('field.kind'), [t(`currency.${topUp.currency}`), topUp.network].filter(Boolean).join(' · ')],
            [
              t('field.sentTo'),
              <span key="t" className="font-mono text-xs">
                {topUp.sentTo}
              </span>,
            ],
            [
              t('field.reference'),
              <span key="r" className="font-mono text-xs">
                {topUp.reference}
              </span>,
            ],
            [
              t('step.agreed'),
              topUp.agreed ? (
                <span key="g">
                  {topUp.agreed.by}, <Money value={topUp.agreed.received} />
                </span>
              ) : null,
            ],
          ]}
        />
        <StepList steps={topUp.steps} />
      </div>
    </Panel>
  )
}
