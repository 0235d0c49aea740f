import { askTogether } from '../../db/together.ts'
import type { Source } from '../../world/members/answers.ts'
import type { Db } from '../../world/members/database.ts'

/**
 * The root covers every record of the public log: schedules, closings, results, voids and settlements. No period changes without its
 * record, except that it may be late, which is shown only once it has ended.
 */
const logRoot = `(select encode(root, 'hex') from log_checkpoint order by size desc limit 1)`

/**
 * For each source a value that differs after every commit that changes what is made from it. A number from a sequence would not do:
 * it can become visible after a greater one. The tables of texts only grow.
 */
const texts: Readonly<Record<Source, string>> = {
  draws: `select concat_ws(' ', ${logRoot},
    (select string_agg(id::text, ',' order by id) from game_stop where lifted_at is null)) as version`,
  figures: `select concat_ws(' ', ${logRoot},
    (select sum(delayed)::numeric + sum(turnover) + sum(paid) + sum(expected) + sum(residue_squares) from draw_tally)) as version`,
  texts: `select concat_ws(' ', (select count(*) from announcement), (select count(withdrawn_at) from announcement),
    (select count(*) from house_text_change), (select count(*) from country_change)) as version`,
  log: `select concat_ws(' ', newest.size, encode(newest.root, 'hex'),
    (select count(*) from log_cosignature where size = newest.size)) as version
    from (select 1) as always left join (select size, root from log_checkpoint order by size desc limit 1) as newest on true`,
}

export type ReadVersion = (source: Source) => Promise<string>

/** Reads the version of a source. Requests of the same moment share one query, which begins after each of them. */
export function openVersions({ pool }: Pick<Db, 'pool'>): ReadVersion {
  const asking = (source: Source) =>
    askTogether<null, string>(async (asked) => {
      const { rows } = await pool.query<{ version: string }>({ name: `version_of_${source}`, text: texts[source] })
      return asked.map(() => rows[0]!.version)
    })
  const ask = { draws: asking('draws'), figures: asking('figures'), texts: asking('texts'), log: asking('log') }
  return (source) => ask[source](null)
}
