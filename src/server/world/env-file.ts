type Taken = { readonly file: string | null; readonly rest: string[] }

/** Finds `--env FILE` among the arguments. */
export function takeEnvFile(args: readonly string[]): Taken {
  const at = args.findIndex((each) => each === '--env' || each.startsWith('--env='))
  if (at < 0) return { file: null, rest: [...args] }
  const isJoined = args[at] !== '--env'
  const file = isJoined ? args[at]!.slice('--env='.length) : args[at + 1]
  return { file: file ?? '', rest: args.toSpliced(at, isJoined ? 1 : 2) }
}

/** Reads the file into the environment, where what is set already stays. Returns what is wrong with it, or null. */
export function loadEnvFile(file: string): string | null {
  try {
    process.loadEnvFile(file)
    return null
  } catch (error) {
    return `The environment file ${file || 'after --env'} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
