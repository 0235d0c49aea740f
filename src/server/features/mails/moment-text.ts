/** A moment in mails and refusals: one form for all languages, in a zone that everybody can place. */
export function momentText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
