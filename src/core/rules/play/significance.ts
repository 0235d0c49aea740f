/** The chance that a chi-square of so many degrees of freedom is at least this large. */
export function chiSquareTail(value: number, freedom: number): number {
  return upperGamma(freedom / 2, value / 2)
}

/** Chi-square of counts against equal chances. */
export function chiSquare(counts: ArrayLike<number>): number {
  let total = 0
  let squares = 0
  for (let at = 0; at < counts.length; at++) {
    total += counts[at]!
    squares += counts[at]! ** 2
  }
  return (squares * counts.length) / total - total
}

/** How surprising a chi-square is on either side: too even is as suspicious as too uneven. */
export function twoSided(value: number, freedom: number): number {
  const tail = chiSquareTail(value, freedom)
  return Math.min(1, 2 * Math.min(tail, 1 - tail))
}

/** How surprising counts are if all cells are equally likely. */
export function evenness(counts: ArrayLike<number>): number {
  return twoSided(chiSquare(counts), counts.length - 1)
}

/** How surprising a standard normal value is, on either side. */
export function normalTails(z: number): number {
  return chiSquareTail(z * z, 1)
}

// Regularised upper incomplete gamma function: a series below the mean, a continued fraction (Lentz) above it.
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-15; n++) sum += term *= x / (a + n)
    return 1 - sum * scale
  }
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1, step = 0; Math.abs(step - 1) > 1e-14 && n < 1_000_000; n++) {
    const an = n * (a - n)
    b += 2
    d = 1 / (an * d + b || tiny)
    c = b + an / c || tiny
    step = d * c
    fraction *= step
  }
  return fraction * scale
}

/** Stirling's series, moved up to where it is exact to the last digits. */
function logGamma(value: number): number {
  let shift = 0
  let z = value
  for (; z < 10; z++) shift += Math.log(z)
  const inverse = 1 / (z * z)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / z
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift
}
