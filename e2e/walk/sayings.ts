/** Everything that a language says: sentences as they are, and those with places as shapes. */
export type Sayings = { readonly exact: ReadonlySet<string>; readonly shapes: readonly RegExp[] }

export function sayingsOf(words: object): Sayings {
  const all = leaves(words)
  return { exact: new Set(all), shapes: all.filter((each) => each.includes('{{')).map(shapeOf) }
}

/** Whether a text is one of a language's, whatever stands in its places. Numbers and signs are of every language. */
export function isSaidIn({ exact, shapes }: Sayings, text: string): boolean {
  return exact.has(text) || !/\p{L}/u.test(text) || shapes.some((shape) => shape.test(text))
}

function shapeOf(text: string): RegExp {
  const parts = text.split(/\{\{[^}]+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}

function leaves(words: object): string[] {
  return Object.values(words).flatMap((each: unknown) =>
    typeof each === 'string' ? [each] : each && typeof each === 'object' ? leaves(each) : [],
  )
}
