import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type Server, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Makes sure that only one process works on a folder. The lock is a listening socket, which the system closes when the process
 * ends, even by kill -9. A file with a process id would stay behind, and the id might by then belong to another process.
 * Where somebody has it, it is tried again for `patienceMs`.
 */
export async function lockFolder(
  folder: string,
  patienceMs = 0,
): Promise<{ isHeld: boolean; release(): Promise<void> }> {
  const name = `clearball-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  const address = socketAddress(name)
  const take = async () => (await listen(address)) ?? (await listenOverRemains(address))
  let server = await take()
  for (let waitedMs = 0; !server && waitedMs < patienceMs; waitedMs += 50) {
    await sleep(50)
    server = await take()
  }
  return {
    isHeld: server !== null,
    release: async () => {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    },
  }
}

/** On Linux and Windows the socket's name vanishes with its process; elsewhere the socket is a file. */
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
    // A worker would otherwise ask its parent for the socket, and here the parent is gone.
    server.listen({ path: address, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** A socket file refuses connections once its process is gone; only then may the file be removed. */
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
