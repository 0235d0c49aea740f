type Series = { readonly name: string; readonly values: readonly number[]; readonly look: 'brand' | 'quiet' }

const fills = { brand: 'fill-brand', quiet: 'fill-warning' } as const
const [width, height, foot] = [640, 160, 18] as const

/** A single day is a bar like any other, not half of the chart. */
const barMost = 24

/** Half the width of `11-30`: the first and the last label must not be cut off. */
const labelHalf = 16

type Props = { labels: readonly string[]; series: readonly Series[]; format: (value: number) => string }

/** Bars side by side over time, for the eye alone: the table beside them says the same in figures. */
export function BarChart({ labels, series, format }: Props) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values))
  const slot = width / Math.max(1, labels.length)
  const bar = Math.min(barMost, Math.max(1, (slot * 0.8) / series.length))
  const group = bar * series.length
  const shown = Math.ceil(labels.length / 8)
  return (
    <figure className="flex flex-col gap-1">
      <svg viewBox={`0 0 ${width} ${height + foot}`} aria-hidden className="w-full">
        <line x1="0" x2={width} y1={height} y2={height} className="stroke-line" />
        {series.map(({ name, values, look }, of) =>
          values.map((value, at) => {
            const tall = (Math.max(0, value) / most) * (height - 8)
            return (
              <rect
                key={`${name}${labels[at]}`}
                x={(at + 0.5) * slot - group / 2 + of * bar}
                y={height - tall}
                width={Math.max(0.5, bar - 0.5)}
                height={tall}
                className={fills[look]}
              >
                <title>{`${labels[at]}: ${name} ${format(value)}`}</title>
              </rect>
            )
          }),
        )}
        {labels.map((label, at) =>
          at % shown === 0 ? (
            <text
              key={label}
              x={Math.min(width - labelHalf, Math.max(labelHalf, (at + 0.5) * slot))}
              y={height + 13}
              textAnchor="middle"
              className="fill-quiet text-[10px]"
            >
              {label.slice(5)}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption className="flex gap-4 text-xs text-quiet">
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
