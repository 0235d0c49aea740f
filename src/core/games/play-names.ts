/** The bet types of the specification, section 3, by name. */
export type PlayName =
  | 'champion'
  | 'runner up'
  | 'third'
  | 'places 4 to 10'
  | 'single digits 1 to 9'
  | 'big'
  | 'small'
  | 'odd'
  | 'even'
  | 'dragon'
  | 'tiger'
  | 'positioning digit'
  | 'one code'
  | 'two sides'
  | 'sum two sides'
  | 'sum number'
  | 'single choice'
  | 'first/second/third ball'
  | 'general selection'
  | 'same number'
  | 'continuous code number'

/** The published mapping from play names to markets; `family.market@position`, with * for every market of a family. */
export const playTable = {
  champion: ['pk10.*@1'],
  'runner up': ['pk10.*@2'],
  third: ['pk10.*@3'],
  'places 4 to 10': ['pk10.*@4..10 (dragon_tiger only to 5)'],
  'single digits 1 to 9': ['selection labels: k3 1-6, pk10 1-10, ssc 0-9, x11_5 01-11'],
  'big/small/odd/even': [
    'k3.die_sides',
    'k3.die_parity',
    'pk10.position_big_small',
    'pk10.position_odd_even',
    'ssc.ball_big_small',
    'ssc.ball_odd_even',
    'x11_5.ball_big_small',
    'x11_5.ball_odd_even',
  ],
  'dragon/tiger': ['pk10.dragon_tiger', 'ssc.dragon_tiger', 'ssc.tie', 'x11_5.dragon_tiger'],
  'positioning digit': ['pk10.position_number', 'ssc.ball_number', 'x11_5.ball_number', 'k3.die_number'],
  'one code': ['x11_5.any1', 'k3.any_face', 'ssc.any_digit5'],
  'two sides': ['every *_big_small / *_odd_even at one position'],
  'sum two sides': [
    'k3.sum_big_small',
    'k3.sum_odd_even',
    'pk10.sum12_big_small',
    'pk10.sum12_odd_even',
    'ssc.sum_big_small',
    'ssc.sum_odd_even',
    'x11_5.sum_big_small',
    'x11_5.sum_odd_even',
  ],
  'sum number': ['k3.sum', 'pk10.sum12'],
  'single choice': ['k3.triple_single', 'k3.pair_single', 'k3.three_different'],
  'first/second/third ball': ['ssc.ball_*@1..5', 'x11_5.ball_*@1..5', 'k3.die_*@1..3'],
  'general selection': ['k3.triple_any', 'k3.straight_any'],
  'same number': ['k3.triple_any', 'k3.triple_single', 'k3.pair_multi', 'k3.pair_single'],
  'continuous code number': ['k3.straight_any (lianhao)', 'x11_5.pick2..pick8 (lianma)'],
} as const satisfies Readonly<Record<string, readonly string[]>>
