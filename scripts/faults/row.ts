/** A line of the table: what was done, figures, and whether what is promised held. */
export type Row = {
  readonly what: string
  readonly holds: boolean
  readonly [figure: string]: string | number | boolean
}
