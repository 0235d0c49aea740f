/** One measured figure, with what it was compared to in the same run. */
export type Figure = {
  name: string
  value: number
  unit: string
  /** What it is compared with, and that thing's value in the same unit. */
  against?: { name: string; value: number }
  /** The goal applies to the ratio where there is one, otherwise to the value. */
  goal?: { least: number } | { most: number }
}

export type Report = {
  figure(figure: Figure): void
  progress(text: string): void
  /** Where a flame graph of the measured program is to be written, if one is wanted. */
  readonly flame?: string
}

export type Bench = (report: Report) => Promise<void>

export function ratioOf({ value, against }: Figure): number | null {
  return against ? value / against.value : null
}

/** True where there is no goal to miss. */
export function holds(figure: Figure): boolean {
  const measured = ratioOf(figure) ?? figure.value
  if (!figure.goal) return true
  return 'least' in figure.goal ? measured >= figure.goal.least : measured <= figure.goal.most
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
