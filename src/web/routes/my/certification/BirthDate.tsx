import { useId, useMemo } from 'react'
import { Select } from '#ui/Select'
import { useWords } from '../../../i18n/words.ts'

type Part = 'year' | 'month' | 'day'
type Props = {
  label: string
  /** As `1990-05-17`, with parts left empty that are yet to be chosen. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}

const inOrder = ['year', 'month', 'day'] as const

/** Where each part stands in `1990-05-17`. */
const places: Record<Part, [number, number]> = { year: [0, 4], month: [5, 7], day: [8, 10] }

/** Names of months are the long ones. */
const widths: Record<Part, string> = { year: 'basis-22', month: 'basis-26', day: 'basis-18' }

/** Asks for a date long ago: three lists are quicker than a calendar that opens on today. */
export function BirthDate({ label, value, error, onChange, onBlur }: Props) {
  const { locale } = useWords()
  const id = useId()
  const lists = useMemo(() => listsIn(locale), [locale])
  const chosen = Object.fromEntries(inOrder.map((part, at) => [part, value.split('-')[at] ?? '']))
  return (
    <fieldset aria-describedby={`${id}-error`} className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {lists.map(({ part, name, options }) => (
          <div key={part} className={`min-w-0 grow ${widths[part]}`}>
            <Select
              className="px-2!"
              label={name}
              aria-invalid={error ? true : undefined}
              autoComplete={`bday-${part}`}
              options={[{ value: '', text: '–' }, ...options]}
              value={chosen[part]}
              onBlur={({ currentTarget, relatedTarget }) =>
                currentTarget.closest('fieldset')!.contains(relatedTarget) || onBlur()
              }
              onChange={({ target }) =>
                onChange(inOrder.map((each) => (each === part ? target.value : chosen[each])).join('-'))
              }
            />
          </div>
        ))}
      </div>
      <p id={`${id}-error`} className="min-h-5 text-sm text-danger">
        {error}
      </p>
    </fieldset>
  )
}

/** The three lists in the order, and with the words, of the reader's language. Nobody younger than 18 is on offer. */
function listsIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'dateTimeField' })
  const latest = new Date().getFullYear() - 18
  const list = (part: Part, length: number, dateOf: (at: number) => number) => {
    const write = (date: number, style: 'long' | 'numeric') =>
      new Intl.DateTimeFormat(locale, { [part]: style, timeZone: 'UTC' }).format(date)
    // Where months are numbered, as in `tháng 10`, the number stands last and is what a narrow list would cut off.
    const style = part !== 'month' || /\d/.test(write(0, 'long')) ? 'numeric' : 'long'
    return Array.from({ length }, (_, at) => {
      const date = dateOf(at)
      return { value: new Date(date).toISOString().slice(...places[part]), text: write(date, style) }
    })
  }
  const options = {
    year: list('year', 100, (at) => Date.UTC(latest - at, 0)),
    month: list('month', 12, (at) => Date.UTC(2000, at)),
    day: list('day', 31, (at) => Date.UTC(2000, 0, at + 1)),
  }
  const order = new Intl.DateTimeFormat(locale)
    .formatToParts()
    .flatMap(({ type }) => inOrder.find((each) => each === type) ?? [])
  return order.map((part) => {
    const name = names.of(part) ?? part
    return { part, name: name.charAt(0).toLocaleUpperCase(locale) + name.slice(1), options: options[part] }
  })
}
