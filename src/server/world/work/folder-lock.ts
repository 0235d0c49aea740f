import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type Server, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes sure that one process works on a folder. The lock is a listening socket, which the system takes back when its
 * process ends, however it ends: nothing is left behind by kill -9, and no process number can be mistaken for another.
 */
export async function lockFolder(folder: string): Promise<{ isHeld: boolean; release(): Promise<void> }> {
  const name = `clearball-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  const address = socketAddress(name)
  const server = (await listen(address)) ?? (await listenOverRemains(address))
  return {
    isHeld: server !== null,
    release: async () => {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    },
  }
}

/** Linux and Windows have names that vanish with their owner; elsewhere a file stands for the socket. */
function socketAddress(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

async function listen(address: string): Promise<Server | null> {
  const server = createServer((socket) => socket.end())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** A socket file whose process is gone refuses connections; only then may it be removed. */
async function listenOverRemains(address: string): Promise<Server | null> {
  if (!address.endsWith('.sock')) return null
  const isAlive = await new Promise<boolean>((resolve) => {
    const probe = connect(address, () => resolve(true))
    probe.on('error', () => resolve(false))
    probe.on('connect', () => probe.destroy())
  })
  if (isAlive) return null
  await rm(address, { force: true })
  return listen(address)
}
