/** The first that fits is right: every browser also names those it wants to be taken for. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** What a user agent says of itself: browser and system, or its own first word where it is none we know. */
export function readAgent(agent: string): string | null {
  const [browser, system] = [browsers, systems].map((known) => known.find(([mark]) => mark.test(agent))?.[1])
  if (browser) return system ? `${browser} · ${system}` : browser
  return agent.split(/[\s/]/)[0]?.slice(0, 30) || null
}
