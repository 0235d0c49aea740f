import { spoken, t } from '../../i18n/words.ts'
import type { Effect } from './effects.ts'

/** What follows from a proposal, and from when on. */
export function EffectBox({ of: { when, sentences } }: { of: Effect }) {
  return (
    <div className="rounded-lg bg-brand-soft/60 px-3 py-2 text-sm">
      <p className="text-xs font-medium text-quiet">{t('effect.title')}</p>
      <p>
        {when ? <strong>{when} · </strong> : null}
        {sentences.join(spoken().startsWith('zh') ? '' : ' ')}
      </p>
    </div>
  )
}
