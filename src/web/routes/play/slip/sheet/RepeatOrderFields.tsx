import { Minus, Plus } from 'lucide-react'
import { useWords } from '../../../../i18n/words.ts'
import { Link } from '../../../../shell/Link.tsx'
import type { RepeatOrder } from '../sent-slips.ts'

const [fewest, most] = [2, 50]

type Props = { value: RepeatOrder | null; onChange: (value: RepeatOrder | null) => void; isDisabled: boolean }

/** The same slip on this draw and those after it. Off until somebody wants it. */
export function RepeatOrderFields({ value, onChange, isDisabled }: Props) {
  const { t } = useWords()
  const step = (by: number) =>
    value && onChange({ ...value, periods: Math.min(most, Math.max(fewest, value.periods + by)) })
  const round = 'flex size-11 items-center justify-center rounded-full border border-line disabled:opacity-60'
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-(--brand)"
          checked={value !== null}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.checked ? { periods: 5, stopsOnWin: true } : null)}
        />
        {t('play.repeatOrder')}
      </label>
      {value ? (
        <>
          <div className="flex items-center justify-between gap-3 pl-8">
            <span>{t('play.periods')}</span>
            <span className="flex items-center gap-2">
              <button
                type="button"
                className={round}
                aria-label={t('play.fewer')}
                disabled={isDisabled}
                onClick={() => step(-1)}
              >
                <Minus aria-hidden className="size-5" />
              </button>
              <output className="w-8 text-center font-semibold tabular-nums">{value.periods}</output>
              <button
                type="button"
                className={round}
                aria-label={t('play.moreDraws')}
                disabled={isDisabled}
                onClick={() => step(1)}
              >
                <Plus aria-hidden className="size-5" />
              </button>
            </span>
          </div>
          <label className="flex min-h-11 items-center gap-3 pl-8">
            <input
              type="checkbox"
              className="size-5 accent-(--brand)"
              checked={value.stopsOnWin}
              disabled={isDisabled}
              onChange={({ target }) => onChange({ ...value, stopsOnWin: target.checked })}
            />
            {t('play.stopOnWin')}
          </label>
          <p className="pl-8 text-sm text-quiet">
            {t('play.repeatOrderText')}{' '}
            <Link to="/pay/repeat-orders" className="inline-block py-1 font-semibold text-brand underline">
              {t('play.repeatOrders')}
            </Link>
          </p>
        </>
      ) : null}
    </div>
  )
}
