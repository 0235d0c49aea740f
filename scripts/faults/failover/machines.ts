import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = (...words: readonly string[]) => run('ip', words)

/**
 * A machine of its own as far as the network goes: a network namespace with one cable to a common switch. The addresses are of the
 * range for tests of networks, which nobody else uses.
 */
export type Machine = {
  readonly name: Host
  readonly address: string
  /** Starts a program there; what it says goes to the file. */
  start(command: readonly string[], options: { env?: NodeJS.ProcessEnv; logFile: string }): ChildProcess
  /** The command line that runs a command there, in this process's name. */
  within: readonly string[]
  /** Sends a signal to every process there at once. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Kills every process there and waits until all are gone. */
  kill(): Promise<void>
  /** Pulls the cable: nothing goes in or out, and nobody is told. */
  cut(): Promise<void>
  plug(): Promise<void>
  /** Drops whatever goes from here to that port of other machines. */
  block(port: number): Promise<void>
  unblock(port: number): Promise<void>
}

const bridge = 'cb-switch'
const network = '198.18.21'
/** Where this process itself is reached and comes from. */
export const ownAddress = `${network}.254`
const hosts = { db1: 11, db2: 12, db3: 13, app1: 21, app2: 22, front: 31 } as const
export type Host = keyof typeof hosts
export const addressOf = (host: Host) => `${network}.${hosts[host]}`

/** The folder of the machines that are there, if they belong to this process. */
let ownFolder: string | null = null

/** Makes all machines anew; what an earlier run that was killed left behind goes first, but never what another run uses. */
export async function openMachines(folder: string): Promise<Record<Host, Machine>> {
  const owner = await ownerOfMachines()
  if (owner !== null && existsSync(`/proc/${owner}`))
    throw new Error(`process ${owner} uses the machines: let it end first`)
  ownFolder = folder
  await removeMachines()
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('link', 'set', bridge, 'alias', String(process.pid))
  await ip('addr', 'add', `${ownAddress}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  const opened: [Host, Machine][] = []
  for (const host of Object.keys(hosts) as Host[]) opened.push([host, await openMachine(host)])
  return Object.fromEntries(opened) as Record<Host, Machine>
}

/** Ends every process on the machines and removes them with their network, if this process has machines. */
export async function removeMachines(): Promise<void> {
  if (ownFolder === null) return
  const { stdout } = await ip('netns', 'list')
  const names = stdout.split('\n').map((line) => line.split(' ')[0]!)
  for (const host of Object.keys(hosts) as Host[]) {
    if (!names.includes(`cb-${host}`)) continue
    await killAll(`cb-${host}`)
    await ip('netns', 'del', `cb-${host}`)
    // The cable goes with the namespace, but a moment later.
    await ip('link', 'del', `cb-${host}`).catch(() => {})
  }
  await ip('link', 'del', bridge).catch(() => {})
}

/** For a run that is interrupted: nothing of it is left. */
export async function endMachines(): Promise<void> {
  await removeMachines()
  if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true })
}

/** The process that made the machines, which the switch bears as its alias; null where there are none. */
async function ownerOfMachines(): Promise<string | null> {
  const alias = await readFile(`/sys/class/net/${bridge}/ifalias`, 'utf8').catch(() => null)
  return alias?.trim() || null
}

async function openMachine(host: Host): Promise<Machine> {
  const name = `cb-${host}`
  await ip('netns', 'add', name)
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  await ip('link', 'set', name, 'master', bridge, 'up')
  await ip('-n', name, 'addr', 'add', `${addressOf(host)}/24`, 'dev', 'eth0')
  await ip('-n', name, 'link', 'set', 'eth0', 'up')
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  const within = ['ip', 'netns', 'exec', name]
  const rule = async (what: 'add' | 'del', port: number) =>
    void (await ip('-n', name, 'rule', what, 'ipproto', 'tcp', 'dport', String(port), 'blackhole'))
  return {
    name: host,
    address: addressOf(host),
    within,
    start: ([...command], { env = process.env, logFile }) => {
      const log = openSync(logFile, 'a')
      // In a process group of its own, so that Ctrl-C reaches this process alone, which then removes the machines.
      const child = spawn(within[0]!, [...within.slice(1), ...command], {
        env,
        detached: true,
        stdio: ['ignore', log, log],
      })
      child.on('error', () => {})
      return child
    },
    signal: async (signal) => {
      for (const pid of await pidsOf(name)) send(pid, signal)
    },
    kill: () => killAll(name),
    cut: async () => void (await ip('link', 'set', name, 'down')),
    block: (port) => rule('add', port),
    unblock: (port) => rule('del', port),
    plug: async () => void (await ip('link', 'set', name, 'up')),
  }
}

async function killAll(name: string): Promise<void> {
  for (let pids = await pidsOf(name); pids.length > 0; pids = await pidsOf(name)) {
    for (const pid of pids) send(pid, 'SIGKILL')
    await sleep(20)
  }
}

async function pidsOf(name: string): Promise<number[]> {
  const { stdout } = await ip('netns', 'pids', name)
  return stdout.split('\n').filter(Boolean).map(Number)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile.
  }
}
