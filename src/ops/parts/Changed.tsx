import type { ReactNode } from 'react'
import { named } from '../i18n/words.ts'

type Facts = Readonly<Record<string, unknown>> | null

/** What an action changed or showed, a line for each fact: its value, or the values before and after where they differ. */
export function Changed({ before, after }: { before: Facts; after: Facts }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <dl className="flex flex-col gap-0.5 text-xs">
      {names.map((name) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-quiet">{nameText(name)}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{change(name, before?.[name], after?.[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Most facts are called as in forms and tables. */
function nameText(name: string): string {
  const own = named('fact', name)
  return own === name ? named('field', name) : own
}

function change(name: string, before: unknown, after: unknown): ReactNode {
  const [was, is] = [valueText(name, before), valueText(name, after)]
  return was === '' || is === '' || was === is ? was || is : `${was} → ${is}`
}

/** The words for values of a fact that has a few known ones; every other text is somebody's own and stays as it is. */
const knownValues: Readonly<Record<string, readonly string[]>> = { status: ['status', 'account'], role: ['role'] }

/** A value in words: a status or a role by its name, yes or no, the parts of a list or of a nested fact in a row. */
function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return named('fact', value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((each) => valueText(name, each)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([inner, part]) => `${nameText(inner)}: ${valueText(inner, part)}`)
      .join('; ')
  if (typeof value !== 'string') return JSON.stringify(value)
  const words = (knownValues[name] ?? []).map((prefix) => named(prefix, value))
  return words.find((word) => word !== value) ?? value
}
