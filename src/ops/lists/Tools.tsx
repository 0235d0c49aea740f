import { useMutation } from '@tanstack/react-query'
import type { List, ListName } from '#contract/console/work/lists'
import { looksMost } from '#contract/console/work/lists'
import { listCalls } from '#contract/console/work/list-calls'
import { amountText } from '#core/money/amount-text'
import { saveFile } from '#ui/browser/save-file.ts'
import { toast } from '#ui/Toast'
import { call } from '../client.ts'
import { spoken, t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Problem } from '../parts/Form.tsx'
import { type Fields, fromTheFirst, inputOf } from './address.ts'
import type { Rows } from './ListTable.tsx'
import { parseSigned } from './signed.ts'
import { fieldName } from './values.tsx'

/** How many rows there are, and what they add up to; where there are too many to count, that is said. */
export function Totals({ totals }: { totals: Rows['totals'] }) {
  if (!totals) return null
  const { count, isWhole, sums } = totals
  const figure = new Intl.NumberFormat(spoken())
  const rows = isWhole
    ? t('list.count', { count: figure.format(count) })
    : t('list.countMore', { count: figure.format(count), looked: figure.format(looksMost) })
  const added = Object.entries(sums).map(([name, sum]) => {
    const amount = amountText(parseSigned(sum), spoken())
    return t(isWhole ? 'list.sum' : 'list.sumMore', { name: fieldName(name), amount })
  })
  return <p className="text-sm tabular-nums">{[rows, ...added].join(' · ')}</p>
}

/** No spreadsheet opens more. */
const partsMost = 1_000

type SaveProps = { name: ListName; fields: Fields }

/** Saves exactly what is filtered, part by part, in one file. */
export function SaveList({ name, fields }: SaveProps) {
  const save = useMutation({
    mutationFn: async () => {
      const parts: string[] = []
      let rows = 0
      let after: string | null = null
      do {
        const input = inputOf(name, { ...fromTheFirst(fields), ...(after && { after }) })
        const part: { csv: string; rows: number; next: string | null } = await call(listCalls[name].save, input)
        parts.push(part.csv)
        rows += part.rows
        after = part.next
      } while (after !== null && parts.length < partsMost)
      return { text: parts.join(''), rows, isWhole: after === null }
    },
    onSuccess: ({ text, rows, isWhole }) => {
      saveFile({ name: `${name}.csv`, text, type: 'text/csv' })
      toast(t(isWhole ? 'list.saved' : 'list.savedPart', { count: rows }), isWhole ? 'good' : 'bad')
    },
  })
  return (
    <>
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        {t(save.isPending ? 'list.saving' : 'list.save')}
      </Button>
      <Problem error={save.error} />
    </>
  )
}

type ColumnsProps = { list: List; shown: readonly string[]; onChoose: (columns: readonly string[]) => void }

/** The columns to show; the choice is part of the address and of a saved view. */
export function Columns({ list, shown, onChoose }: ColumnsProps) {
  const toggle = (name: string) =>
    Object.keys(list.columns).filter((each) => (each === name ? !shown.includes(each) : shown.includes(each)))
  return (
    <details className="relative">
      <summary className="inline-flex min-h-9 cursor-pointer items-center rounded-lg border border-line bg-surface px-3 text-sm font-semibold hover:bg-brand-soft">
        {t('list.columns')}
      </summary>
      <fieldset className="absolute right-0 z-10 mt-1 flex w-56 flex-col gap-1 rounded-card border border-line bg-surface p-3 text-sm shadow-lg">
        <legend className="sr-only">{t('list.columns')}</legend>
        {Object.keys(list.columns).map((name) => (
          <label key={name} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={shown.includes(name)}
              disabled={shown.length === 1 && shown[0] === name}
              onChange={() => onChoose(toggle(name))}
            />
            {fieldName(name)}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
