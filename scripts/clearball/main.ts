#!/usr/bin/env node
// npx clearball COMMAND, or npm run clearball -- COMMAND: everything an operator does at a terminal, without SQL by hand. Settings come
// from the environment, as the server reads them, and from the file that `--env` names.
import { loadEnvFile, takeEnvFile } from '#server/world/env-file'
import { type Command, Problem } from './command.ts'

/** Loaded when named: most of them load the server. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  init: () => import('./init/init.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  operators: () => import('./operators/operators.ts'),
  keys: () => import('./keys/keys.ts'),
  log: () => import('./log.ts'),
  audit: () => import('./audit.ts'),
  backup: () => import('./backup/backup.ts'),
  restore: () => import('./backup/restore.ts'),
}

async function help(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map(async (load) => (await load()).command))
  const width = Math.max(...all.map(({ usage }) => usage.length))
  return [
    'Usage: clearball [--env FILE] COMMAND',
    '',
    ...all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
  ].join('\n')
}

const { file: envFile, rest } = takeEnvFile(process.argv.slice(2))
const [name = 'help', ...args] = rest
const load = Object.hasOwn(commands, name) ? commands[name] : undefined
if (load) {
  try {
    const { command } = await load()
    const unread = envFile !== null && !command.makesEnvFile ? loadEnvFile(envFile) : null
    if (unread) throw new Problem(unread)
    process.exitCode = await command.run(args, { envFile })
  } catch (error) {
    // A wrong option is a mistake of whoever typed it, and Node's own words name it.
    const isMistyped = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!(error instanceof Problem) && !isMistyped) throw error
    console.error(error.message)
    process.exitCode = isMistyped ? 2 : 1
  }
} else {
  const isAsked = ['help', '--help', '-h'].includes(name)
  console[isAsked ? 'log' : 'error'](isAsked ? await help() : `There is no command ${name}.\n\n${await help()}`)
  process.exitCode = isAsked ? 0 : 2
}
