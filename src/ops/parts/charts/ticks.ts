const about = 4

/**
 * The marks of an axis: round numbers at equal distances, with zero among them, that enclose all values. They are no closer than
 * `leastStep`: there is no half player.
 */
export function niceTicks(least: number, most: number, leastStep = 0): number[] {
  const rough = (Math.max(most, 0) - Math.min(least, 0) || 1) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(leastStep, power * [1, 2, 5, 10].find((each) => each * power >= rough)!)
  const [first, last] = [Math.floor(Math.min(least, 0) / step), Math.ceil(Math.max(most, 0) / step)]
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}
