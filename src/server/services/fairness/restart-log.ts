import { parseCheckpoint } from '#core/fairness/tlog/checkpoint'
import { parseNote } from '#core/fairness/tlog/note'
import type { App } from '../../world/app.ts'
import { transaction } from '../../db/database.ts'
import { openLogMark } from './log-mark.ts'
import { newestCheckpoint, openPublicLog } from './public-log.ts'

/** Why the log may not be begun anew, as a sentence for the person who asks for it. */
class NoRestart extends Error {}

/**
 * Continues what is left of a log that lost signed records, under a new name. A log never shrinks, so the old name ends where its last
 * checkpoint was seen; the first record under the new name says which one that was, and what was lost.
 */
export async function restartLog(
  app: Pick<App, 'config' | 'clock' | 'db' | 'random' | 'beacon' | 'logMark' | 'memory'>,
  lost: string,
): Promise<{ index: number; from: string }> {
  const { config, clock, db } = app
  return transaction(db, app.random, async (tx) => {
    const newest = await newestCheckpoint(tx)
    const origin = newest && parseCheckpoint(parseNote(newest.note)!.text)!.origin
    if (!origin) throw new NoRestart('The public log in this database is empty; there is nothing to continue.')
    if (origin === config.logOrigin) throw new NoRestart(`Set LOG_ORIGIN to a new name; ${origin} is the old one.`)
    const former = openLogMark({ ...config, logOrigin: origin }, clock)
    if (!(await former.missingIn(tx)))
      throw new NoRestart(`Nothing that this node saw is missing in the database: ${origin} can go on.`)
    const { size, root } = former.head() ?? { size: newest.size, root: newest.root.toString('hex') }
    const { append } = await openPublicLog(app, tx, { asksOthers: false })
    const { index } = await append({ type: 'restart', body: { origin, size, root, lost } })
    return { index, from: origin }
  })
}
