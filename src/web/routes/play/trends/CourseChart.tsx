import type { Family } from '#core/games/catalogue'
import { drawShapes } from '#core/games/draw-shape'
import { useWords } from '../../../i18n/words.ts'
import type { PastDraw } from '../../../queries/past-draws.ts'

type Props = { family: Family; place: number; draws: readonly PastDraw[] }

/** As many draws as one can read without losing the line. */
const rowsMost = 30
const [left, row, top] = [64, 24, 26]
const width = 340

/** The numbers of one place, draw by draw, as players know it from the wall of a shop. */
export function CourseChart({ family, place, draws }: Props) {
  const { t } = useWords()
  const { pool } = drawShapes[family]
  const shown = draws.slice(0, rowsMost)
  const step = (width - left) / pool.length
  const x = (number: number) => left + (pool.indexOf(number) + 0.5) * step
  const y = (at: number) => top + (at + 0.5) * row
  const numbers = shown.map(({ outcome }) => outcome![place]!)
  const height = top + shown.length * row
  if (shown.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">{t('trends.chart')}</h2>
      <div className="overflow-hidden rounded-card bg-surface shadow-card">
        <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden>
          {pool.map((number) => (
            <text
              key={number}
              x={x(number)}
              y={18}
              textAnchor="middle"
              className="fill-quiet text-[11px] font-semibold"
            >
              {number}
            </text>
          ))}
          {shown.map(({ drawId, issue }, at) => (
            <g key={drawId}>
              <rect
                y={y(at) - row / 2}
                width={width}
                height={row}
                className={at % 2 === 0 ? 'fill-background' : 'fill-surface'}
              />
              <text x="8" y={y(at) + 4} className="fill-quiet text-[10px] tabular-nums">
                {issue.slice(-8)}
              </text>
            </g>
          ))}
          <polyline
            points={numbers.map((number, at) => `${x(number)},${y(at)}`).join(' ')}
            fill="none"
            strokeWidth="1.5"
            className="stroke-brand opacity-60"
          />
          {numbers.map((number, at) => (
            <g key={shown[at]!.drawId}>
              <circle cx={x(number)} cy={y(at)} r="10" className="fill-brand" />
              <text x={x(number)} y={y(at) + 4} textAnchor="middle" className="fill-brand-text text-[11px] font-bold">
                {number}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <ol className="sr-only">
        {numbers.map((number, at) => (
          <li key={shown[at]!.drawId}>
            {shown[at]!.issue}: {number}
          </li>
        ))}
      </ol>
    </section>
  )
}
