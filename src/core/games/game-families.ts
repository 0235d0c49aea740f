/**
 * The family of each game: the only part of the catalogue that checking a draw needs, kept apart so that the verifier
 * stays small.
 */
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
} as const
