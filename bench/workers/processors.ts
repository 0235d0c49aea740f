import { readFile, readdir } from 'node:fs/promises'

/** The system counts processor time in hundredths of a second. */
const tickUs = 10_000

/** The processor time that processes have used so far, with that of their children that ended, in microseconds. */
export async function usedUs(pids: readonly number[]): Promise<number> {
  const used = await Promise.all(
    pids.map(async (pid) => ticksOf(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))),
  )
  return used.reduce((sum, ticks) => sum + ticks, 0) * tickUs
}

/** After the command's name, which may hold spaces: user, system, and both of the children that ended. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
}

/** The processes whose command names something, and the processes that those started. */
export async function processesOf(name: string): Promise<number[]> {
  const all = (await readdir('/proc')).filter((each) => /^\d+$/.test(each))
  const found = await Promise.all(
    all.map(async (pid) => {
      const [command, stat] = await Promise.all(
        ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      return {
        pid: Number(pid),
        command: command!,
        parent: Number(stat!.slice(stat!.lastIndexOf(')') + 2).split(' ')[1]),
      }
    }),
  )
  const named = new Set(found.filter(({ command }) => command.includes(name)).map(({ pid }) => pid))
  return found.filter(({ pid, parent }) => named.has(pid) || named.has(parent)).map(({ pid }) => pid)
}
