// npm run restart-log -- [--env FILE] "what was lost": continues a public log that lost signed records for good, under the new name in
// LOG_ORIGIN.
// Stop every node first. See "When signed records are lost for good" in docs/operating.md.
import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markFiles } from '#server/services/fairness/log-mark'
import { restartLog } from '#server/services/fairness/restart-log'
import type { RunningConfig } from '#server/world/app'
import { type Config, readConfig } from '#server/world/config'
import { loadEnvFile, takeEnvFile } from '#server/world/env-file'
import { Secret } from '#server/world/secrets/secret'
import { Problem } from '../clearball/command.ts'
import { withStopped } from '../clearball/keys/with-stopped.ts'
import { withDatabase } from './with-log.ts'

async function keyOf({ operatorKey, dataFolder }: Config): Promise<Secret> {
  const file = join(dataFolder, 'operator-key')
  if (!operatorKey && !existsSync(file)) throw new Problem(`There is no key in ${dataFolder}.`)
  return operatorKey ?? new Secret(await readFile(file, 'utf8'))
}

async function restart(config: Config, lost: string): Promise<string> {
  const marks = markFiles(config.dataFolder)
  if (marks.length === 0)
    throw new Problem(`${join(config.dataFolder, 'public-log.json')} is missing: it says which records were lost.`)
  const running = { ...config, operatorKey: await keyOf(config), worker: 1 } as RunningConfig
  const { index, from } = await withStopped(config, async ({ url }) => {
    // What this node saw stays as proof of what was lost.
    const lostAt = Date.now()
    for (const mark of marks) await copyFile(mark, mark.replace(/\.json$/, `.lost-${lostAt}.json`))
    return withDatabase(url, running, (app) => restartLog(app, lost))
  })
  return `Record ${index} says that ${from} ended and what was lost. The log goes on as ${config.logOrigin}: start every node with LOG_ORIGIN=${config.logOrigin}, and move public-log*.json aside on the others.`
}

const { file, rest } = takeEnvFile(process.argv.slice(2))
const unread = file === null ? null : loadEnvFile(file)
const read = unread === null ? readConfig(process.env, []) : { problems: [unread] }
const [lost] = rest
try {
  if ('problems' in read) throw new Problem(read.problems.join('\n'))
  if (!lost) throw new Problem('Say what was lost: npm run restart-log -- "the records from … to …"')
  console.log(await restart(read.config, lost))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
