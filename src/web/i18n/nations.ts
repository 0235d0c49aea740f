/** The formal names of these are not what people look for; these are the short ones. */
const calledShort = new Set(['HK', 'MO', 'PS'])

/** What countries are called in a language. */
export function nationNames(locale: string): (country: string) => string {
  const long = new Intl.DisplayNames(locale, { type: 'region' })
  const short = new Intl.DisplayNames(locale, { type: 'region', style: 'short' })
  return (country) => (calledShort.has(country) ? short : long).of(country) ?? country
}
