import type { ReactNode } from 'react'
import type { viewDepositAsOperator } from '#contract/console/deposits'
import type { Output } from '#contract/endpoint'
import { amountText } from '#core/money/amount-text'
import { spoken, t } from '../../i18n/words.ts'
import { Panel } from '../../parts/Panel.tsx'
import { Picture } from '../../reviews/Picture.tsx'
import { PictureCase } from '../../reviews/PictureCase.tsx'
import { AboutTopUp } from './AboutTopUp.tsx'

type TopUp = Output<typeof viewDepositAsOperator>

/** A top-up beside its voucher, what can be done with it, and the vouchers that look like its own. */
export function TopUpCase({ topUp, children }: { topUp: TopUp; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <PictureCase
        playerId={topUp.playerId}
        picture={
          <Panel title={t('picture.voucher')}>
            <Picture id={topUp.voucherId} name={t('picture.voucher')} />
          </Panel>
        }
      >
        <AboutTopUp topUp={topUp} />
        {children}
      </PictureCase>
      {topUp.alike.length > 0 ? <Alike topUp={topUp} /> : null}
    </div>
  )
}

function Alike({ topUp }: { topUp: TopUp }) {
  const share = (hundredths: number) =>
    new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000)
  return (
    <Panel title={t('alike.title')}>
      <div className="grid grid-cols-3 gap-3">
        <Picture id={topUp.voucherId} name={t('picture.voucher')} className="h-72" />
        {topUp.alike.slice(0, 5).map((other) => (
          <figure key={other.id} className="flex flex-col gap-1">
            <Picture id={other.voucherId} name={other.account} className="h-72" />
            <figcaption className="text-xs text-quiet">
              {t('alike.differs', {
                account: other.account,
                amount: amountText(other.amount, spoken()),
                share: share(other.differing),
              })}
            </figcaption>
          </figure>
        ))}
      </div>
    </Panel>
  )
}
