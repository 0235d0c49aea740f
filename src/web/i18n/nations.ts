/** These go by a formal name that nobody looks for; the short one is what people call them. */
const calledShort = new Set(['HK', 'MO', 'PS'])

/** What countries are called in a language. */
export function nationNames(locale: string): (country: string) => string {
  const long = new Intl.DisplayNames(locale, { type: 'region' })
  const short = new Intl.DisplayNames(locale, { type: 'region', style: 'short' })
  return (country) => (calledShort.has(country) ? short : long).of(country) ?? country
}
