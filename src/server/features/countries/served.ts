import { servedCountries } from '#contract/site'
import type { Config } from '../../world/config.ts'
import type { Queryable } from '../../world/members/database.ts'
import { nextEffective } from '../../services/answers/next-effective.ts'
import { handleShared } from '../../services/calls/handle.ts'

type At = { readonly nowMs: number; readonly config: Pick<Config, 'countriesNotServed'> }

/** The countries excluded now: permanently by the configuration, or by the latest change in effect. */
export async function notServed(db: Queryable, { nowMs, config }: At): Promise<string[]> {
  const changes = await db
    .selectFrom('country_change')
    .distinctOn('country')
    .select(['country', 'is_served'])
    .where('effective_at', '<=', new Date(nowMs))
    .orderBy('country')
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const withdrawn = changes.filter((change) => !change.is_served).map(({ country }) => country)
  return [...new Set([...config.countriesNotServed, ...withdrawn])].sort()
}

export async function isServed(db: Queryable, country: string, at: At): Promise<boolean> {
  return !(await notServed(db, at)).includes(country)
}

export const servedCountriesHandler = handleShared(servedCountries, {
  source: 'texts',
  run: async ({ db, nowMs, config, holdsUntil }) => {
    holdsUntil(await nextEffective(db, 'country_change', nowMs))
    return { notServed: await notServed(db, { nowMs, config }) }
  },
})
