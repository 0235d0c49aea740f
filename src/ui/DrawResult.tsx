import type { Family } from '#core/games/catalogue'

type Size = 'small' | 'medium' | 'large'

/** Sizes follow the text size, so that enlarged text enlarges the numbers too. */
const sizes: Record<Size, string> = { small: 'size-[1.25rem]', medium: 'size-[1.75rem]', large: 'size-[2.75rem]' }
/** Ten in a row must fit a phone of 360 px. */
const raceSizes: Record<Size, string> = {
  small: 'size-[1.25rem]',
  medium: 'size-[1.5rem]',
  large: 'size-[1.6875rem] max-[340px]:size-[1.4rem]',
}

/** The numbers of a draw, drawn in the order they came; read out as numbers. */
export function DrawResult({
  family,
  outcome,
  size = 'medium',
}: {
  family: Family
  outcome: readonly number[]
  size?: Size
}) {
  return (
    <span className={`relative inline-flex flex-wrap ${family === 'pk10' ? 'gap-0.5' : 'gap-1'}`}>
      <span className="sr-only">{outcome.map((number) => numberText(family, number)).join(', ')}</span>
      {outcome.map((number, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the places of a draw never move, and a number may be drawn twice, so the place is the key
        <DrawnNumber key={at} family={family} number={number} size={size} />
      ))}
    </span>
  )
}

/** Eleven choose five writes its numbers with two digits. */
export function numberText(family: Family, number: number): string {
  return family === 'x11_5' ? String(number).padStart(2, '0') : String(number)
}

/** One number as its family draws it: a die, a glass ball or a car's plate. */
export function DrawnNumber({ family, number, size = 'medium' }: { family: Family; number: number; size?: Size }) {
  const look = `${family === 'pk10' ? raceSizes[size] : sizes[size]} max-w-full shrink-0`
  if (family === 'k3') return <Die face={number} className={look} />
  if (family === 'pk10') return <Plate number={number} className={look} />
  return <GlassBall text={numberText(family, number)} tint={family === 'ssc' ? cool : warm} className={look} />
}

/** Where the pips of each face sit, in a field of three by three counted from the upper left. */
export const pips: Readonly<Record<number, readonly number[]>> = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
}

/** One and four are red, as on the dice its players know. */
function Die({ face, className }: { face: number; className: string }) {
  const ink = face === 1 || face === 4 ? '#c4232b' : '#1d2b3a'
  return (
    <svg viewBox="0 0 44 44" className={className} aria-hidden>
      <rect x="1" y="1" width="42" height="42" rx="10" fill="#c9cfd3" />
      <rect x="1" y="1" width="42" height="40" rx="10" fill="#ffffff" stroke="#8d9a9f" strokeWidth="1" />
      {pips[face]?.map((at) => (
        <circle
          key={at}
          cx={11 + (at % 3) * 11}
          cy={10.5 + Math.floor(at / 3) * 10.5}
          r={face === 1 ? 6.5 : 4.4}
          fill={ink}
        />
      ))}
    </svg>
  )
}

export type Tint = { readonly body: string; readonly shade: string; readonly rim: string; readonly ink: string }
export const cool: Tint = { body: '#d8f3f0', shade: '#8fd3cc', rim: '#0b6e69', ink: '#06302d' }
export const warm: Tint = { body: '#fff0d0', shade: '#f2c670', rim: '#9a6100', ink: '#3b2600' }

/** A clear ball: light from above, the number in its middle. */
function GlassBall({ text, tint, className }: { text: string; tint: Tint; className: string }) {
  return (
    <svg viewBox="0 0 44 44" className={className} aria-hidden>
      <circle cx="22" cy="22" r="20.500" fill={tint.shade} stroke={tint.rim} strokeWidth="1.500" />
      <circle cx="22" cy="20.500" r="18" fill={tint.body} />
      <ellipse cx="22" cy="10" rx="12" ry="6" fill="#ffffff" fillOpacity=".9" />
      <text
        x="22"
        y="30.500"
        textAnchor="middle"
        fontSize={text.length > 1 ? 21 : 25}
        fontWeight="700"
        fontFamily="inherit"
        fill={tint.ink}
      >
        {text}
      </text>
    </svg>
  )
}

const light = '#ffffff'
const dark = '#16130a'

/** The colours that the race's players know; the number on each is legible without them. */
export const plates: Readonly<Record<number, readonly [fill: string, ink: string]>> = {
  1: ['#ffd92e', dark],
  2: ['#1261c4', light],
  3: ['#464d54', light],
  4: ['#ff9326', dark],
  5: ['#28cfe0', dark],
  6: ['#6a3bd1', light],
  7: ['#d3d8dc', dark],
  8: ['#d41c24', light],
  9: ['#7a1212', light],
  10: ['#14783a', light],
}

function Plate({ number, className }: { number: number; className: string }) {
  const [fill, ink] = plates[number]!
  return (
    <svg viewBox="0 0 44 44" className={className} aria-hidden>
      <rect x="1" y="1" width="42" height="42" rx="9" fill={fill} stroke="#ffffff" strokeOpacity=".4" strokeWidth="2" />
      <text
        x="22"
        y="31.500"
        textAnchor="middle"
        fontSize={number > 9 ? 25 : 28}
        fontWeight="700"
        fontFamily="inherit"
        fill={ink}
      >
        {number}
      </text>
    </svg>
  )
}
