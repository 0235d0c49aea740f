import { gameFamilies, gameTimes } from './game-families.ts'

/** The kinds of draw: three dice, a permutation of ten, five digits, five of eleven. */
export type Family = 'k3' | 'pk10' | 'ssc' | 'x11_5'

/** A game is data; its rules belong to its family. Times are seconds of the day in UTC+8. */
export type Game = {
  readonly code: string
  /** The name in the published table; the app shows the translation of `game.<code>`. */
  readonly name: string
  readonly zh: string
  readonly family: Family
  /** Seconds from one draw to the next. */
  readonly intervalSec: number
  /** The first draw of a day, in seconds after midnight. */
  readonly firstDrawSec: number
  readonly drawsPerDay: number
  /** Betting ends this many seconds before the draw. */
  readonly closeBeforeSec: number
}

/** The order in which the families stand on home. */
export const familyOrder: readonly Family[] = ['k3', 'pk10', 'ssc', 'x11_5']

/** The nine games of the specification, section 9, in the order the home page lists them. */
export const games = [
  {
    code: 'k3_5m',
    name: 'five-minute fast three',
    zh: '五分快三',
    family: gameFamilies.k3_5m,
    ...gameTimes.k3_5m,
  },
  {
    code: 'k3_10m',
    name: 'ten-minute fast three',
    zh: '十分快三',
    family: gameFamilies.k3_10m,
    ...gameTimes.k3_10m,
  },
  {
    code: 'lucky_airship',
    name: 'lucky airship',
    zh: '幸运飞艇',
    family: gameFamilies.lucky_airship,
    ...gameTimes.lucky_airship,
  },
  {
    code: 'speed_11x5',
    name: 'speed 11X5',
    zh: '极速11选5',
    family: gameFamilies.speed_11x5,
    ...gameTimes.speed_11x5,
  },
  {
    code: 'lucky_au_5',
    name: 'lucky Australia 5',
    zh: '澳洲幸运5',
    family: gameFamilies.lucky_au_5,
    ...gameTimes.lucky_au_5,
  },
  {
    code: 'lucky_au_10',
    name: 'lucky Australia 10',
    zh: '澳洲幸运10',
    family: gameFamilies.lucky_au_10,
    ...gameTimes.lucky_au_10,
  },
  {
    code: 'speed_racing',
    name: 'speed racing',
    zh: '极速赛车',
    family: gameFamilies.speed_racing,
    ...gameTimes.speed_racing,
  },
  {
    code: 'ssc_5m',
    name: 'five-minute time lottery',
    zh: '五分时时彩',
    family: gameFamilies.ssc_5m,
    ...gameTimes.ssc_5m,
  },
  {
    code: 'ssc_10m',
    name: 'ten-minute lottery',
    zh: '十分时时彩',
    family: gameFamilies.ssc_10m,
    ...gameTimes.ssc_10m,
  },
] as const satisfies readonly Game[]

export type GameCode = (typeof games)[number]['code']
