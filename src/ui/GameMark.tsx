import type { ReactNode } from 'react'

/** The drawn marks, by name; a game picks one. */
const marks = {
  dice: (
    <>
      <rect x="5" y="13" width="21" height="21" rx="5" className="fill-brand" transform="rotate(-10 15 23)" />
      <rect x="23" y="16" width="20" height="20" rx="5" fill="#f5b83d" transform="rotate(9 33 26)" />
      <g fill="#fff">
        <circle cx="12" cy="19" r="2" />
        <circle cx="16" cy="23.500" r="2" />
        <circle cx="20" cy="28" r="2" />
      </g>
      <g fill="#3b2600">
        <circle cx="30" cy="22" r="1.900" />
        <circle cx="37" cy="23" r="1.900" />
        <circle cx="29" cy="29" r="1.900" />
        <circle cx="36" cy="30" r="1.900" />
      </g>
    </>
  ),
  airship: (
    <>
      <ellipse cx="23" cy="21" rx="18" ry="9.500" className="fill-brand" />
      <path d="M38 21 45 13v16Z" fill="#f5b83d" />
      <path d="M6 21h35" stroke="#fff" strokeOpacity=".55" strokeWidth="2" />
      <rect x="16" y="31" width="14" height="5" rx="2.500" fill="#f5b83d" />
      <path d="m18 29 2 3m8-3-2 3" stroke="currentColor" strokeWidth="1.500" />
    </>
  ),
  car: (
    <>
      <path d="M4 30c0-4 4-6 9-7l6-6c1-1 3-2 5-2h6c3 0 5 2 6 4l3 5c4 1 6 3 6 6v2H4Z" className="fill-brand" />
      <path d="M20 22l4-4h5l3 4Z" fill="#fff" fillOpacity=".75" />
      <circle cx="14" cy="32" r="5" fill="#f5b83d" stroke="#3b2600" strokeWidth="2" />
      <circle cx="35" cy="32" r="5" fill="#f5b83d" stroke="#3b2600" strokeWidth="2" />
    </>
  ),
  balls: (
    <>
      {[
        [13, 16],
        [24, 12],
        [35, 16],
        [18, 29],
        [30, 29],
      ].map(([x, y], at) => (
        <g key={x! * 100 + y!}>
          <circle
            cx={x}
            cy={y}
            r="7.500"
            className={at % 2 === 0 ? 'fill-brand' : undefined}
            fill={at % 2 === 0 ? undefined : '#f5b83d'}
          />
          <circle cx={x! - 2.5} cy={y! - 2.5} r="2" fill="#fff" fillOpacity=".7" />
        </g>
      ))}
    </>
  ),
  cross: (
    <>
      <rect x="5" y="5" width="38" height="38" rx="10" className="fill-brand" />
      {[
        [24, 10, 3.2],
        [24, 37, 3.8],
        [13, 21, 3.2],
        [34, 18, 3.2],
        [29, 27, 2],
      ].map(([x, y, r]) => (
        <path
          key={x! * 100 + y!}
          d={`M${x} ${y! - r! * 1.5}L${x! + r! * 0.45} ${y! - r! * 0.45}L${x! + r! * 1.5} ${y}L${x! + r! * 0.45} ${y! + r! * 0.45}L${x} ${y! + r! * 1.5}L${x! - r! * 0.45} ${y! + r! * 0.45}L${x! - r! * 1.5} ${y}L${x! - r! * 0.45} ${y! - r! * 0.45}Z`}
          fill="#ffe9b8"
        />
      ))}
    </>
  ),
  clock: (
    <>
      <circle cx="24" cy="24" r="18" className="fill-brand" />
      <circle cx="24" cy="24" r="13" fill="#fff" />
      <path
        d="M24 15v9l6 4"
        stroke="#3b2600"
        strokeWidth="2.500"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
      <circle cx="38" cy="38" r="7" fill="#f5b83d" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type MarkName = keyof typeof marks

export function GameMark({ name }: { name: MarkName }) {
  return (
    <svg viewBox="0 0 48 48" className="size-12 shrink-0 text-quiet" aria-hidden>
      {marks[name]}
    </svg>
  )
}
