import { niceTicks } from './ticks.ts'

type Series = { readonly name: string; readonly values: readonly number[]; readonly look: keyof typeof fills }

const fills = { brand: 'fill-brand', quiet: 'fill-warning', former: 'fill-line stroke-quiet' } as const
/** About as wide as it is shown on a desk, so that its labels have the size of the text around it. */
const [width, height, foot, left] = [480, 160, 20, 52] as const
const top = 8

/** A single day is a bar like any other, not half of the chart. */
const barMost = 24

/** Half the width of `11-30`: the first and the last label must not be cut off. */
const labelHalf = 16

/** How many labels fit side by side. */
const labelsMost = 8

type Props = {
  /** Below the bars; where there are many, only some are written. */
  labels: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
  /** For the axis, where there is little room. */
  formatShort: (value: number) => string
  /** The least distance between two marks of the axis. */
  leastStep?: number
}

/** Bars side by side with their axes, for the eye alone: the table beside them says the same in figures. */
export function BarChart({ labels, series, format, formatShort, leastStep = 1 }: Props) {
  const values = series.flatMap((each) => each.values)
  const ticks = niceTicks(Math.min(0, ...values), Math.max(leastStep, ...values), leastStep)
  const [least, most] = [ticks[0]!, ticks.at(-1)!]
  const yOf = (value: number) => top + ((most - value) / (most - least)) * (height - top)
  const slot = (width - left) / Math.max(1, labels.length)
  const bar = Math.min(barMost, Math.max(1, (slot * 0.8) / series.length))
  const group = bar * series.length
  const step = Math.ceil(labels.length / labelsMost)
  return (
    <figure className="flex max-w-xl flex-col gap-1">
      <svg viewBox={`0 0 ${width} ${height + foot}`} aria-hidden className="w-full">
        {ticks.map((tick) => (
          <g key={tick} data-axis="y">
            <line
              x1={left}
              x2={width}
              y1={yOf(tick)}
              y2={yOf(tick)}
              className={tick === 0 ? 'stroke-quiet' : 'stroke-line'}
            />
            <text x={left - 6} y={yOf(tick) + 4} textAnchor="end" className="fill-quiet text-[11px]">
              {formatShort(tick)}
            </text>
          </g>
        ))}
        {series.map(({ name, values: heights, look }, of) =>
          heights.map((value, at) => (
            <rect
              key={`${name}${labels[at]}`}
              x={left + (at + 0.5) * slot - group / 2 + of * bar}
              y={Math.min(yOf(value), yOf(0))}
              width={Math.max(0.5, bar - 0.5)}
              height={Math.abs(yOf(0) - yOf(value))}
              className={fills[look]}
            >
              <title>{`${labels[at]}: ${name} ${format(value)}`}</title>
            </rect>
          )),
        )}
        {labels.map((label, at) =>
          at % step === 0 ? (
            <text
              key={label}
              data-axis="x"
              x={Math.min(width - labelHalf, Math.max(labelHalf, left + (at + 0.5) * slot))}
              y={height + 15}
              textAnchor="middle"
              className="fill-quiet text-[11px]"
            >
              {label}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption className="flex flex-wrap gap-4 text-xs text-quiet">
        {series.map(({ name, look }) => (
          <span key={name} className="flex items-center gap-1">
            <svg viewBox="0 0 8 8" className="size-2" aria-hidden>
              <rect width="8" height="8" className={fills[look]} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
