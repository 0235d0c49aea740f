type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
export type Place = { readonly x: number; readonly y: number }

/** Where the values of a chart stand, from nothing at the bottom to the largest at the top: a line for each stretch without a gap. */
export function chartLines(values: readonly (number | null)[], box: Box): { lines: Place[][]; gaps: number[] } {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = (box.right - box.left) / Math.max(1, values.length - 1)
  const lines: Place[][] = []
  const gaps: number[] = []
  for (const [at, value] of values.entries()) {
    const x = box.left + at * step
    if (value === null) gaps.push(x)
    else {
      if (at === 0 || values[at - 1] === null) lines.push([])
      lines.at(-1)!.push({ x, y: box.bottom - (value / most) * (box.bottom - box.top) })
    }
  }
  return { lines, gaps }
}
