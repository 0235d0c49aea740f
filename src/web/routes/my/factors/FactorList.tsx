import { KeyRound, type LucideIcon, ShieldCheck, Smartphone } from 'lucide-react'
import type { playerFactors } from '#contract/factors'
import type { Output } from '#contract/endpoint'
import { Button } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import { hasPasskeys } from '#ui/browser/passkeys.ts'
import type { Change, Factor } from './changes.ts'

type Props = Output<typeof playerFactors.list> & { onChange: (change: Change) => void }

const icons: Record<Factor['kind'], LucideIcon> = { totp: Smartphone, passkey: KeyRound }

export function FactorList({ factors, recoveryCodesLeft, onChange }: Props) {
  const { t } = useWords()
  const hasApp = factors.some(({ kind }) => kind === 'totp')
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <p className="text-quiet">{t('factors.about')}</p>
      {factors.length > 0 ? (
        <>
          <ul className="flex flex-col gap-2">
            {factors.map((factor) => (
              <FactorCard key={factor.id} factor={factor} onRemove={() => onChange({ kind: 'remove', factor })} />
            ))}
          </ul>
          <Rows>
            <Row
              Icon={ShieldCheck}
              label={t('factors.codes')}
              value={t('factors.codesLeft', { count: recoveryCodesLeft })}
              onClick={() => onChange({ kind: 'codes' })}
            />
          </Rows>
        </>
      ) : (
        <p className="rounded-card bg-surface shadow-card p-4">{t('factors.none')}</p>
      )}
      <Button look={factors.length > 0 ? 'quiet' : 'brand'} onClick={() => onChange({ kind: 'app' })}>
        {t(hasApp ? 'factors.replaceApp' : 'factors.addApp')}
      </Button>
      {hasPasskeys() ? (
        <Button look="quiet" onClick={() => onChange({ kind: 'passkey' })}>
          {t('factors.addPasskey')}
        </Button>
      ) : null}
    </main>
  )
}

function FactorCard({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const { t, locale } = useWords()
  const Icon = icons[factor.kind]
  const day = (instant: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(instant)
  return (
    <li className="flex items-center gap-3 rounded-card bg-surface shadow-card py-2 pr-2 pl-4">
      <Icon aria-hidden className="size-6 shrink-0 text-brand" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{factor.name}</p>
        <p className="text-sm text-quiet">{t('factors.addedOn', { date: day(factor.addedAt) })}</p>
        {factor.lastUsedAt ? (
          <p className="text-sm text-quiet">{t('factors.usedOn', { date: day(factor.lastUsedAt) })}</p>
        ) : null}
      </div>
      <button
        type="button"
        onClick={onRemove}
        className="min-h-11 shrink-0 rounded-card px-3 font-semibold text-danger"
        aria-label={t('factors.removeTitle', { name: factor.name })}
      >
        {t('common.remove')}
      </button>
    </li>
  )
}
