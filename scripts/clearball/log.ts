// What this database says of the public log: at a size that an alarm names, or now.
import { newestCheckpoint } from '#server/services/fairness/public-log'
import { type Command, Problem } from './command.ts'
import { readSettings, withHouse } from './with-house.ts'

async function log([size, ...rest]: string[]): Promise<number> {
  if (rest.length > 0 || (size !== undefined && !/^\d+$/.test(size)))
    throw new Problem(`Usage: clearball ${command.usage}`)
  return withHouse(readSettings(), async ({ db }) => {
    const newest = await newestCheckpoint(db.query)
    console.log(
      newest ? `newest checkpoint: size ${newest.size}, root ${newest.root.toString('hex')}` : 'the log is empty',
    )
    if (size === undefined) return 0
    const row = await db.query
      .selectFrom('log_checkpoint')
      .select('root')
      .where('size', '=', BigInt(size))
      .executeTakeFirst()
    console.log(row ? `checkpoint ${size}: root ${row.root.toString('hex')}` : `there is no checkpoint of size ${size}`)
    return row ? 0 : 1
  })
}

export const command: Command = {
  usage: 'log [SIZE]',
  summary: 'the newest checkpoint of the public log, and the root of the one of that size',
  run: log,
}
