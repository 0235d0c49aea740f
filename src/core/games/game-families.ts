import type { Family } from './catalogue.ts'

/** The family of each game: all of the catalogue that who checks a draw has to carry along. */
export const gameFamilies = {
  k3_5m: 'k3',
  k3_10m: 'k3',
  lucky_airship: 'pk10',
  speed_11x5: 'x11_5',
  lucky_au_5: 'ssc',
  lucky_au_10: 'pk10',
  speed_racing: 'pk10',
  ssc_5m: 'ssc',
  ssc_10m: 'ssc',
} as const satisfies Readonly<Record<string, Family>>
