import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cents } from '#core/money/cents'
import { isIncrease } from '#core/rules/money/deposit-limit'
import { Button } from '#ui/Button'
import { Field } from '#ui/Field'
import { Sheet } from '#ui/Sheet'
import { toast } from '#ui/Toast'
import { useWords } from '../../../i18n/words.ts'
import { refreshMoney } from '../../../queries/accounts.ts'
import { useIsOnline } from '../../../shell/OfflineBanner.tsx'
import { Outcome } from '../../../shell/Outcome.tsx'
import { readField, fieldText } from '../../pay/amount-field.ts'
import type { Limit } from './limit.ts'

/** A free box for the amount, or no limit at all; says before it is sent whether it counts at once. */
export function LimitSheet({ limit: { title, amount, set: change }, onClose }: { limit: Limit; onClose: () => void }) {
  const { t, refusal } = useWords()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const [typed, setTyped] = useState(amount === null ? '' : fieldText(amount))
  const [isTried, setTried] = useState(false)
  const wish = readField(typed)
  const set = useMutation({
    mutationFn: (to: Cents | null) => change(to),
    onSuccess: async ({ confirmableFrom }) => {
      await refreshMoney(queries)
      onClose()
      toast(t(confirmableFrom === null ? 'success.modified' : 'limits.noted'))
    },
  })
  const send = () => {
    setTried(true)
    if (wish !== null) set.mutate(wish)
  }
  return (
    <Sheet title={title} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field
          label={t('limits.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={isTried && wish === null ? refusal(typed.trim() ? 'amount_abnormal' : 'amount_missing') : undefined}
          hint={t(wish !== null && isIncrease(amount, wish) ? 'limits.later' : 'limits.atOnce')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Outcome of={set} />
        <div className="grid grid-cols-2 gap-3">
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!isOnline || set.isPending}>
            {t('common.save')}
          </Button>
        </div>
        {amount === null ? null : (
          <button
            type="button"
            className="min-h-11 font-semibold text-danger"
            disabled={!isOnline || set.isPending}
            onClick={() => set.mutate(null)}
          >
            {t('limits.lift')}
          </button>
        )}
      </form>
    </Sheet>
  )
}
