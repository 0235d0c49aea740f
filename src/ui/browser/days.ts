export type Days = { readonly from: string; readonly until: string }

/** Days are the reader's own: from the first one's midnight until the last one's is over. */
export function instantsOfDays({ from, until }: Days): { from?: number; until?: number } {
  const dayAfter = new Date(`${until}T00:00`)
  dayAfter.setDate(dayAfter.getDate() + 1)
  return { ...(from && { from: new Date(`${from}T00:00`).getTime() }), ...(until && { until: dayAfter.getTime() }) }
}
