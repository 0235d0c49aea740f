import type { ReactNode } from 'react'
import type { Column, Filter } from '#contract/console/work/lists'
import { countries } from '#core/rules/countries'
import { parseSigned } from './signed.ts'
import { playText, selectionText } from '../i18n/plays.ts'
import { named, sharedWords, spoken } from '../i18n/words.ts'
import { Moment } from '../parts/Moment.tsx'
import { Money } from '../parts/Money.tsx'
import { Subject } from '../parts/Subject.tsx'

/** The word for a value of a choice. */
function choiceWord(value: string, words: string | undefined): string {
  if (words === 'game') return (sharedWords().game as Record<string, string>)[value] ?? value
  if (words === 'language') return languageName(value)
  return words ? named(words, value) : value
}

export const countryName = (code: string) => new Intl.DisplayNames(spoken(), { type: 'region' }).of(code) ?? code

const languageName = (tag: string) => new Intl.DisplayNames(spoken(), { type: 'language' }).of(tag) ?? tag

/** The heading of a column or a filter. */
export const fieldName = (name: string) => named('list.field', name)

/** The texts of a filter’s values, for a choice. */
export function optionsOf({ kind, values = [], words }: Filter): (readonly [string, string])[] {
  if (kind === 'yes') return ['yes', 'no'].map((value) => [value, named('list', value)])
  if (kind === 'country') {
    const order = new Intl.Collator(spoken())
    return countries.map((code) => [code, countryName(code)] as const).toSorted((a, b) => order.compare(a[1], b[1]))
  }
  return values.map((value) => [value, choiceWord(value, words)])
}

/** Columns whose values stand under one another. */
export const isFigure = ({ kind }: Column) => kind === 'money' || kind === 'figure'

/** A figure as the language writes it, with as many decimals as it has. */
function figureText(figure: string): string {
  const decimals = figure.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(spoken(), { minimumFractionDigits: decimals }).format(figure as `${number}`)
}

/** Chinese words stay whole in a narrow column, too. */
const Word = ({ children }: { children: string }) => <span className="break-keep">{children}</span>

/** A value of a row as the operator reads it. */
export function Value({ of, column }: { of: string | null; column: Column }): ReactNode {
  if (of === null) return <span className="text-quiet">–</span>
  switch (column.kind) {
    case 'money':
      return <Money value={parseSigned(of)} />
    case 'time':
      return <Moment at={Date.parse(of)} />
    case 'code':
      return <Subject of={of} />
    case 'yes':
      return named('list', of)
    case 'choice':
      return <Word>{choiceWord(of, column.words)}</Word>
    case 'country':
      return <Word>{countryName(of)}</Word>
    case 'language':
      return <Word>{languageName(of)}</Word>
    case 'game':
      return <Word>{choiceWord(of, 'game')}</Word>
    case 'play':
      return playText(of)
    case 'selection':
      return selectionText(of)
    case 'figure':
      return figureText(of)
    case 'text':
      return of
  }
}
