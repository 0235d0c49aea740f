import { useState } from 'react'
import { fill } from '#contract/texts'
import type { Output } from '#contract/endpoint'
import type { liabilityTotals } from '#contract/money/liabilities'
import { amountText } from '#core/money/amount-text'
import { type Cents, storedCents } from '#core/money/cents'
import { dayText, timeText } from '#core/writing/time-text'
import { Segments } from '#ui/Segments'
import { useWords } from '../../../i18n/words.ts'
import { chartLines } from './chart-lines.ts'
import { Section } from './Meaning.tsx'
import type { OwedTexts } from './owed-texts.ts'

type Totals = Output<typeof liabilityTotals>
type Point = { readonly at: number; readonly total: Cents | null }

const [width, height] = [340, 128]

/** The totals over time as a line; an hour without a proof is a gap, marked below. */
export function TotalsChart({ says, totals }: { says: OwedTexts; totals: Totals }) {
  const { locale } = useWords()
  const [span, setSpan] = useState<'hours' | 'days'>('hours')
  const points: readonly Point[] =
    span === 'hours'
      ? totals.hours.map(({ hour, total }) => ({ at: hour, total }))
      : totals.days.map(({ day, total }) => ({ at: Date.parse(`${day}T12:00Z`), total }))
  const nameOf = (at: number) => (span === 'hours' ? timeText(at, locale) : dayText(at, locale))
  return (
    <Section title={says.all.chartTitle}>
      <Segments
        label={says.all.chartTitle}
        options={[
          { value: 'hours', text: says.all.hours },
          { value: 'days', text: says.all.days },
        ]}
        value={span}
        onChange={setSpan}
      />
      <Chart says={says} points={points} nameOf={nameOf} />
      <ol className="sr-only">
        {points.map(({ at, total }) => (
          <li key={at}>
            {nameOf(at)}: {total === null ? says.all.gap : amountText(total, locale)}
          </li>
        ))}
      </ol>
    </Section>
  )
}

type ChartProps = { says: OwedTexts; points: readonly Point[]; nameOf: (at: number) => string }

function Chart({ says, points, nameOf }: ChartProps) {
  const { locale } = useWords()
  const known = points.flatMap(({ total }) => (total === null ? [] : [total]))
  if (known.length === 0) return null
  const amount = (cents: bigint) => amountText(storedCents(cents), locale)
  const sorted = [...known].sort((one, other) => (one < other ? -1 : 1))
  const [least, most] = [sorted[0]!, sorted.at(-1)!]
  const [first, last] = [nameOf(points[0]!.at), nameOf(points.at(-1)!.at)]
  const box = { left: 6, right: width - 6, top: 6, bottom: height - 1 }
  const { lines, gaps } = chartLines(
    points.map(({ total }) => (total === null ? null : Number(total))),
    box,
  )
  return (
    <figure className="overflow-hidden rounded-card bg-surface shadow-card">
      {/* Beside the drawing, not in it: on a wide screen the drawing grows, and what is read does not. */}
      <p aria-hidden className="px-2 pt-1.5 text-xs text-quiet tabular-nums">
        {amount(most)}
      </p>
      <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden>
        <path
          d={`M0 ${box.top}H${width}M0 ${(box.top + box.bottom) / 2}H${width}M0 ${box.bottom}H${width}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
        {lines.map((line) => (
          <g key={line[0]!.x}>
            <path d={areaOf(line, box.bottom)} className="fill-brand-soft" />
            <polyline
              points={line.map(({ x, y }) => `${x},${y}`).join(' ')}
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
              className="fill-none stroke-brand"
            />
            {line.length === 1 ? <circle cx={line[0]!.x} cy={line[0]!.y} r="4" className="fill-brand" /> : null}
          </g>
        ))}
        {gaps.map((x) => (
          <path key={x} d={`M${x} ${box.bottom - 12}v12`} strokeWidth="3" className="stroke-danger" />
        ))}
      </svg>
      <p aria-hidden className="flex justify-between gap-4 px-2 pt-0.5 text-xs text-quiet">
        <span>{first}</span>
        {points.length > 1 ? <span>{last}</span> : null}
      </p>
      <figcaption className="px-4 pt-1 pb-3 text-sm text-quiet">
        {fill(says.all.chart, { first, last, least: amount(least), most: amount(most) })}
      </figcaption>
    </figure>
  )
}

const areaOf = (line: readonly { readonly x: number; readonly y: number }[], floor: number) =>
  `M${line[0]!.x} ${floor}${line.map(({ x, y }) => `L${x} ${y}`).join('')}L${line.at(-1)!.x} ${floor}Z`
