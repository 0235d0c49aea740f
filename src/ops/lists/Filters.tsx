import { useState } from 'react'
import { Refused } from '#contract/client'
import type { Filter, List, ListName } from '#contract/console/work/lists'
import { readAmount, typedAmount } from '#core/money/amount-text'
import { formatCents } from '#core/money/cents'
import { spoken, t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Choice, Form, Input } from '../parts/Form.tsx'
import { type Fields, fromTheFirst, inputOf } from './address.ts'
import { parseSigned } from './signed.ts'
import { fieldName, optionsOf } from './values.tsx'

type Props = { name: ListName; list: List; fields: Fields; onChoose: (fields: Fields) => void }

/** The filters of a list; nothing is asked for until they are applied. */
export function Filters({ name, list, fields, onChoose }: Props) {
  const [error, setError] = useState<unknown>(null)
  const { sort, order, columns } = fields
  const others = { ...(sort && { sort }), ...(order && { order }), ...(columns && { columns }) }
  const apply = (given: Readonly<Record<string, string>>) => {
    try {
      const next = { ...others, ...asFields(list, given) }
      inputOf(name, next)
      setError(null)
      onChoose(fromTheFirst(next))
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Form
      label={t('list.filters')}
      error={error}
      className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] items-end gap-3"
      onSend={apply}
    >
      {Object.entries(list.filters).map(([filter, declared]) => (
        <FilterField key={filter} name={filter} filter={declared} fields={fields} />
      ))}
      <div className="flex gap-2">
        <Button type="submit" look="brand">
          {t('list.apply')}
        </Button>
        <Button
          onClick={() => {
            setError(null)
            onChoose(others)
          }}
        >
          {t('list.clear')}
        </Button>
      </div>
    </Form>
  )
}

function FilterField({ name, filter, fields }: { name: string; filter: Filter; fields: Fields }) {
  const label = fieldName(name)
  if (filter.kind === 'money' || filter.kind === 'time') {
    const [from, until] = [`${name}From`, `${name}Until`]
    return (
      <>
        <End label={t('list.from', { name: label })} name={from} kind={filter.kind} value={fields[from]} />
        <End label={t('list.until', { name: label })} name={until} kind={filter.kind} value={fields[until]} />
      </>
    )
  }
  if (filter.kind === 'choice' || filter.kind === 'yes' || filter.kind === 'country')
    return (
      <Choice
        label={label}
        name={name}
        defaultValue={fields[name] ?? ''}
        options={[['', t('list.any')], ...optionsOf(filter)]}
      />
    )
  return (
    <Input
      label={label}
      name={name}
      defaultValue={fields[name] ?? ''}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
    />
  )
}

type EndProps = { label: string; name: string; kind: 'money' | 'time'; value: string | undefined }

function End({ label, name, kind, value }: EndProps) {
  if (kind === 'time')
    return <Input label={label} name={name} type="datetime-local" defaultValue={value ? localTime(value) : ''} />
  const typed = value ? typedAmount(parseSigned(value), spoken()) : ''
  return <Input label={label} name={name} inputMode="decimal" autoComplete="off" defaultValue={typed} />
}

/** An instant as the field for a time writes it, in the operator’s own time. */
function localTime(iso: string): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return ''
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What was filled in, as the address writes it. */
function asFields({ filters }: List, given: Readonly<Record<string, string>>): Fields {
  const pairs = Object.entries(given).flatMap(([field, typed]) => {
    const text = typed.trim()
    if (text === '') return []
    const kind = (filters[field] ?? filters[field.replace(/(From|Until)$/, '')])!.kind
    if (kind === 'time') return [[field, new Date(text).toISOString()]]
    return [[field, kind === 'money' ? amountField(text) : text]]
  })
  return Object.fromEntries(pairs)
}

function amountField(text: string): string {
  const amount = readAmount(text, spoken())
  if (amount === null) throw new Refused('amount_abnormal')
  return formatCents(amount)
}
